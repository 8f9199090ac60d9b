import { GAMES, sittings } from './sitting';

sittings('ja', 1280, GAMES);
