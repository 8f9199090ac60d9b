import { sittings } from './sitting';

sittings('en', 1280, { othello: 6, kalah: 6, shogi: 5, geister: 8 });
