import { sittings } from './sitting';

sittings('ja', 390, ['kalah']);
