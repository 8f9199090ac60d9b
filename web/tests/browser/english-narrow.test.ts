import { sittings } from './sitting';

sittings('en', 390, { othello: 6, kalah: 6, shogi: 5, geister: 8 });
