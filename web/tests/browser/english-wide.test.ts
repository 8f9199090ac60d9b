import { sittings } from './sitting';

sittings('en', 1280);
