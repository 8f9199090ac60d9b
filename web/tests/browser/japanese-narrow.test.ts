import { sittings, TO_THE_END } from './sitting';

sittings('ja', 390, { othello: 6, kalah: TO_THE_END, shogi: 5, geister: 8 });
