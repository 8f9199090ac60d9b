/**
 * Pieces of shogi as pictures for those who read no kanji: drawn here, around the origin, at most 52 wide and 56 high. The big pieces
 * are those of chess; generals are shields, gold's filled; a lance is a spear.
 */
export const WESTERN: Record<string, string> = {
  P: 'M0 -20a9 9 0 0 1 5.5 16.2C8 6 11 13 15 20h-30c4-7 7-14 9.5-23.8A9 9 0 0 1 0-20z M-17 23h34v6h-34z',
  L: 'M0-28L11-6H3.5V29h-7V-6H-11z M-12 4h24v5h-24z',
  N: 'M-16 29c0-14 14-18 13-29-4 4-9 6-13 9l-7-6c3-9 8-16 14-21l1-9 7 6c14 1 22 14 20 50z M-5-11a2.6 2.6 0 1 0 .1 0z',
  S: 'M-22-24L0-28 22-24V-2C22 14 12 24 0 30-12 24-22 14-22-2z M-16-19V-2C-16 10-9 18 0 23 9 18 16 10 16-2V-19L0-22z'
    + ' M-3-12H3V-2H11V4H3V14H-3V4H-11V-2H-3z',
  G: 'M-22-24L0-28 22-24V-2C22 14 12 24 0 30-12 24-22 14-22-2z M-3-12V-2H-11V4H-3V14H3V4H11V-2H3V-12z',
  B: 'M0-30a4.5 4.5 0 0 1 3 8C14-14 17-2 10 10H-10C-17-2-14-14-3-22A4.5 4.5 0 0 1 0-30z M2-17L-4-3H-1L6-14z'
    + ' M-11 13H11L16 21H-16z M-19 24h38v5h-38z',
  R: 'M-20-27h10v7h5v-7h10v7h5v-7h10V-11L13-6V14l6 7h-38l6-7V-6L-20-11z M-22 24h44v5h-44z',
  K: 'M-3-31H3V-26H8V-20H3V-14C10-20 24-18 23-5 22 3 15 9 13 15h-26C-15 9-22 3-23-5-24-18-10-20-3-14V-20H-8V-26H-3z M-15 18h30v4h-30z'
    + ' M-18 25h36v5h-36z',
};
