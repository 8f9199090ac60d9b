import type { GeisterPosition, KalahPosition, OthelloPosition, Position, ShogiPosition, SideName } from '../api/types';
import { EM, GLYPHS } from '../boards/glyphs';
import { centre, geisterGrid, gridSize, othelloGrid, shogiGrid, type Grid } from './grid';
import { lie, pits, wide } from './sowing';

/** The picture of a result, to be sent to others: it stands alone, without the page's styles. */
export interface Card {
  position: Position;
  seat: SideName;
  /** The large line, and the lines below it. */
  headline: string;
  lines: string[];
}

export const CARD = { width: 1200, height: 630 };
const BOARD = 530;
const FONT = 'system-ui, "Noto Sans JP", "Noto Sans CJK JP", sans-serif';

const FACES: Record<string, string> = {
  P: '歩', L: '香', N: '桂', S: '銀', G: '金', B: '角', R: '飛', K: '玉',
  '+P': 'と', '+L': '杏', '+N': '圭', '+S': '全', '+B': '馬', '+R': '竜',
};
const GHOST = 'M-32 38C-34 0-28-40 0-40C28-40 34 0 32 38C26 44 22 44 16 37C10 44 6 44 0 37C-6 44-10 44-16 37C-22 44-26 44-32 38Z';

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

/** The squares of a board. */
function squares(grid: Grid, rim: string, field: string, line: string): string {
  const { width, height } = gridSize(grid);
  const [right, bottom] = [width - grid.marginX, height - grid.marginY];
  const down = grid.columns.map((_, i) => `M${grid.marginX + i * 100} ${grid.marginY}V${bottom}`).join('');
  const across = grid.rows.map((_, i) => `M${grid.marginX} ${grid.marginY + i * grid.cellHeight}H${right}`).join('');
  return `<rect width="${width}" height="${height}" rx="14" fill="${rim}"/>
<rect x="${grid.marginX}" y="${grid.marginY}" width="${right - grid.marginX}" height="${bottom - grid.marginY}" fill="${field}"/>
<path d="${down}${across}M${right} ${grid.marginY}V${bottom}H${grid.marginX}" fill="none" stroke="${line}" stroke-width="2"/>`;
}

function othello(position: OthelloPosition): [string, number, number] {
  const grid = othelloGrid();
  const discs = (places: string[], fill: string, stroke: string) =>
    places
      .map((place) => centre(grid, place))
      .map((at) => (at ? `<circle cx="${at.x}" cy="${at.y}" r="41" fill="${fill}" stroke="${stroke}" stroke-width="1.5"/>` : ''))
      .join('');
  const { width, height } = gridSize(grid);
  const board = squares(grid, '#1f4a37', '#2f6b4f', '#1d4432');
  return [board + discs(position.black, '#1d1c1b', '#000') + discs(position.white, '#f8f5ec', '#b9b3a4'), width, height];
}

function kalah(position: KalahPosition, seat: SideName): [string, number, number] {
  const holes = position.houses[0].length;
  const { width, height } = wide(holes);
  const colours = ['#f3ead6', '#9cb38b', '#c9796a', '#6f86ad'];
  const drawn = pits(seat, false, holes).map((pit) => {
    const side = pit.place.startsWith('first') ? 0 : 1;
    const count = (pit.isStore ? position.stores[side] : position.houses[side]?.[pit.house]) ?? 0;
    const shape = pit.isStore
      ? `<rect x="${pit.x - 52}" y="${pit.y - 126}" width="104" height="252" rx="50" fill="#b98443" stroke="#5b3d1f" stroke-width="2"/>`
      : `<circle cx="${pit.x}" cy="${pit.y}" r="56" fill="#b98443" stroke="#5b3d1f" stroke-width="2"/>`;
    const seeds = Array.from({ length: Math.min(count, 48) }, (_, i) => {
      const at = lie(i, pit.isStore ? 5.8 : count > 14 ? 9.5 : 14);
      const y = pit.y + at.y * (pit.isStore ? 2.5 : 1);
      return `<circle cx="${pit.x + at.x}" cy="${y}" r="11" fill="${colours[i % 4]}" stroke="#0007" stroke-width="1.2"/>`;
    });
    return shape + seeds.join('');
  });
  return [`<rect width="${width}" height="${height}" rx="46" fill="#d9a860"/>${drawn.join('')}`, width, height];
}

function shogi(position: ShogiPosition, seat: SideName): [string, number, number] {
  const grid = shogiGrid(seat);
  const pieces = position.pieces.map((piece) => {
    const at = centre(grid, piece.place);
    const glyph = GLYPHS[FACES[(piece.promoted ? '+' : '') + piece.piece] ?? ''];
    if (at === null || glyph === undefined) return '';
    return `<g transform="translate(${at.x} ${at.y}) rotate(${piece.side === seat ? 0 : 180})">
<path d="M0-46L29-35 41 47H-41L-29-35Z" fill="#f3dfae" stroke="#8a6531" stroke-width="1.6"/>
<path d="${glyph}" fill="${piece.promoted ? '#a32517' : '#1c1512'}" transform="translate(0 7) scale(${60 / EM})"/></g>`;
  });
  const { width, height } = gridSize(grid);
  return [squares(grid, '#d9a860', '#d9a860', '#5b3d1f') + pieces.join(''), width, height];
}

function geister(position: GeisterPosition, seat: SideName): [string, number, number] {
  const grid = geisterGrid(seat);
  const fills = { blue: '#2f66b8', red: '#b8372b', unknown: '#e9e6ee' };
  // As on the board: nothing is told by colour alone.
  const marks = {
    blue: '<circle cy="17" r="9" fill="none" stroke="#fff" stroke-width="5"/>',
    red: '<path d="M-9 8L9 26M9 8L-9 26" stroke="#fff" stroke-width="5" stroke-linecap="round"/>',
    unknown: '',
  };
  const eyes = '<ellipse cx="-11" cy="-10" rx="5" ry="7.5" fill="#26242e"/><ellipse cx="11" cy="-10" rx="5" ry="7.5" fill="#26242e"/>';
  const ghosts = position.ghosts.map((ghost) => {
    const at = centre(grid, ghost.place);
    if (at === null) return '';
    return `<g transform="translate(${at.x} ${at.y})"><path d="${GHOST}" fill="${fills[ghost.colour]}" stroke="#0008"/>${
      ghost.side === seat ? '' : eyes}${marks[ghost.colour]}</g>`;
  });
  const { width, height } = gridSize(grid);
  return [squares(grid, '#363a59', '#4b4f74', '#2a2d47') + ghosts.join(''), width, height];
}

function board(position: Position, seat: SideName): [string, number, number] {
  switch (position.kind) {
    case 'othello': return othello(position);
    case 'kalah': return kalah(position, seat);
    case 'shogi': return shogi(position, seat);
    case 'geister': return geister(position, seat);
  }
}

/** Words of the width that is left beside the board; a language without spaces may break anywhere. */
function wrapped(text: string, most: number): string[] {
  const lines = [''];
  let used = 0;
  for (const part of text.split(/(?<=\s)|(?<=[^\u0000-\u2fff])/u)) {
    const width = [...part].reduce((sum, letter) => sum + (letter > '\u2fff' ? 2 : 1), 0);
    if (used > 0 && used + width > most) {
      lines.push('');
      used = 0;
    }
    lines[lines.length - 1] += part;
    used += width;
  }
  return lines.map((line) => line.trim());
}

/** The card as the text of an SVG file. */
export function cardSvg({ position, seat, headline, lines }: Card): string {
  const [drawing, width, height] = board(position, seat);
  const scale = BOARD / Math.max(width, height);
  const [x, y] = [50 + (BOARD - width * scale) / 2, 50 + (BOARD - height * scale) / 2];
  let down = 150;
  const line = (text: string, size: number, weight: number, colour: string) => {
    down += size * 1.35;
    return `<text x="630" y="${down}" font-size="${size}" font-weight="${weight}" fill="${colour}">${escaped(text)}</text>`;
  };
  const words = [
    ...wrapped(headline, 20).map((text) => line(text, 52, 700, '#1c1b1a')),
    ...lines.flatMap((text) => wrapped(text, 36).map((part) => line(part, 30, 400, '#625d54'))),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${CARD.width} ${CARD.height}" width="${CARD.width}" height="${CARD.height}"
 font-family='${FONT}'><rect width="${CARD.width}" height="${CARD.height}" fill="#f7f4ec"/>
<g transform="translate(${x} ${y}) scale(${scale})">${drawing}</g>
<g transform="translate(630 60)"><circle cx="28" cy="28" r="26" fill="#f8f5ec" stroke="#1d1c1b" stroke-width="2.5"/>
<path d="M2 28a26 26 0 0 0 52 0z" fill="#1d1c1b"/>
<g fill="#1c1b1a" transform="translate(86 28) scale(${36 / EM})"><path d="${GLYPHS['互']}"/>
<path d="${GLYPHS['角']}" transform="translate(${EM} 0)"/></g>
<text x="150" y="38" font-size="30" fill="#1c1b1a">Gokaku</text></g>
${words.join('\n')}</svg>`;
}

/** The same as an address of an image. */
export const cardAddress = (svg: string): string => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;

/** The same as a PNG file, drawn by the browser. */
export async function cardPng(svg: string): Promise<Blob> {
  const image = new Image(CARD.width, CARD.height);
  image.src = cardAddress(svg);
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = CARD.width;
  canvas.height = CARD.height;
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('found no picture, expected a PNG')) : resolve(blob)), 'image/png');
  });
}
