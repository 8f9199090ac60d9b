import { sittings, TO_THE_END } from './sitting';

sittings('ja', 1280, { othello: TO_THE_END, kalah: TO_THE_END, shogi: TO_THE_END, geister: TO_THE_END });
