import { sittings } from './sitting';

sittings('en', 390);
