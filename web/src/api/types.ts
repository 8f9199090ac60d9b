/** The contract with the server, `/api/v1`. `tests/contract/types.ts` holds it against the server's own description. */

/** A game is known by the kind of its positions. */
export type GameName = Position['kind'];
export type SideName = 'first' | 'second';
/** A name of a place: a square, a house, a store, a hand or an exit. */
export type Place = string;
export type Phase = 'waiting' | 'setup' | 'hand-over' | 'playing' | 'over';
/** Who sits across the board: an opponent of the server's, somebody at the same screen, or somebody who has opened the link. */
export type Company = 'opponent' | 'one-board' | 'by-link';

/** Why the server refuses a request: the codes of a study, and all others. */
export type StudyRefusal =
  | 'no-such-study' | 'not-in-study' | 'already-in-study' | 'no-such-code' | 'no-such-group' | 'consent-needed' | 'choose-side' | 'in-study'
  | 'closed' | 'full' | 'changed' | 'another-step' | 'wrong-answer' | 'wrong-key' | 'too-many-logins' | 'login-needed' | 'no-such-reason'
  | 'no-such-file' | 'too-soon';
export type PlayRefusal =
  | 'stale' | 'not-your-turn' | 'illegal-move' | 'no-such-table' | 'no-undo' | 'nothing-to-undo' | 'no-hint' | 'over' | 'not-over'
  | 'setup-first' | 'no-setup' | 'format-cannot-hold' | 'disk-full' | 'internal' | 'malformed' | 'not-json' | 'too-large'
  | 'no-such-address' | 'wrong-method' | 'too-many-games' | 'too-many-requests' | 'too-many-streams' | 'bad-name' | 'unknown-level'
  | 'unknown-opponent' | 'foreign-origin' | 'seat-taken';
export type RefusalCode = StudyRefusal | PlayRefusal;
/** What can go wrong for the page: a refusal, or no answer at all. */
export type ProblemCode = RefusalCode | 'unreachable';

export interface Text {
  en: string;
  ja: string;
}

export interface Level {
  id: string;
  name: Text;
  about: Text;
  opponent: string;
  /** Author and year, for a player of a research paper. */
  source: Text | null;
}

export interface CatalogueGame {
  game: GameName;
  name: Text;
  about: Text;
  /** What the first and the second side are called. */
  sides: [Text, Text];
  /** A position that shows what the game looks like. */
  picture: Position;
  levels: Level[];
  twoPeople: Level[];
  undo: boolean;
  hint: boolean;
}

export interface Catalogue {
  games: CatalogueGame[];
}

export interface NewTable {
  game: GameName;
  level: string;
  seat: SideName | 'random';
  undo: boolean;
  hint: boolean;
  pace: 'person' | 'at-once';
  clock?: { minutes: number; byoyomi: number };
}

export interface Move {
  text: string;
  from: Place | null;
  to: Place;
  promotes: boolean;
  /** Whether it is played on a square, unlike a pass. */
  onBoard: boolean;
  label: Text;
}

export interface Ply {
  number: number;
  side: SideName;
  text: string;
  label: Text;
  forced: boolean;
  onBoard: boolean;
}

export interface OthelloPosition {
  kind: 'othello';
  black: Place[];
  white: Place[];
  counts: [number, number];
}

export interface KalahPosition {
  kind: 'kalah';
  houses: [number[], number[]];
  stores: [number, number];
}

export interface ShogiPiece {
  place: Place;
  side: SideName;
  piece: string;
  promoted: boolean;
}

export interface ShogiPosition {
  kind: 'shogi';
  pieces: ShogiPiece[];
  hands: [Record<string, number>, Record<string, number>];
  check: boolean;
}

export type GhostColour = 'blue' | 'red' | 'unknown';

export interface Ghost {
  place: Place;
  side: SideName;
  colour: GhostColour;
  letter: string;
}

export interface CapturedGhost {
  side: SideName;
  colour: GhostColour;
  letter: string;
}

export interface GeisterPosition {
  kind: 'geister';
  ghosts: Ghost[];
  captured: CapturedGhost[];
}

export type Position = OthelloPosition | KalahPosition | ShogiPosition | GeisterPosition;

export interface OthelloStep {
  kind: 'othello';
  placed: Place;
  flipped: Place[][];
  side: SideName;
}

export interface PassStep {
  kind: 'pass';
  side: SideName;
}

export interface KalahStep {
  kind: 'kalah';
  from: Place;
  path: Place[];
  captured: { from: Place[]; to: Place } | null;
  again: boolean;
}

export interface SlideStep {
  kind: 'slide';
  from: Place;
  to: Place;
  captured: Place | null;
  side: SideName;
}

/** How a move changed the board. */
export type BoardChange = OthelloStep | PassStep | KalahStep | SlideStep;

/** The opponent's estimates of the person's strength, move by move. */
export interface StrengthEstimates {
  unit: Text;
  points: { ply: number; estimate: number; low: number; high: number }[];
}

export interface Result {
  winner: SideName | null;
  reason: Text;
  counts: [number, number] | null;
  person: 'won' | 'lost' | 'drew';
  strength: StrengthEstimates | null;
}

export interface Clock {
  first: number;
  second: number;
  /** Seconds a move when the time is used up. */
  byoyomi: number;
  running: SideName | null;
}

export interface Table {
  id: string;
  version: number;
  game: GameName;
  seat: SideName;
  level: Level;
  company: Company;
  phase: Phase;
  toMove: SideName | null;
  thinking: boolean;
  position: Position;
  legal: Move[];
  plies: Ply[];
  step: BoardChange | null;
  allowed: { undo: boolean; hint: boolean; resign: boolean };
  clock: Clock | null;
  result: Result | null;
  formats: string[];
}

export interface TableSummary {
  id: string;
  game: GameName;
  level: Level;
  seat: SideName;
  phase: Phase;
  plies: number;
  yourTurn: boolean;
  at: string;
}

export interface Hint {
  move: string;
  why: Text;
}

export interface Mistake {
  ply: number;
  side: SideName;
  loss: number;
  best: string;
  bestLabel: Text;
}

export interface Belief {
  letter: string;
  blue: number;
}

/** What values count. */
export type ValueUnit = 'discs' | 'seeds' | 'points' | 'win-rate' | 'reward';

export interface Review {
  unit: ValueUnit;
  values: (number | null)[];
  mistakes: Mistake[];
  positions: Position[];
  steps: BoardChange[];
  reasons: (Text | null)[];
  beliefs: Belief[][] | null;
}

/** What would be after other moves. */
export interface WhatIf {
  position: Position;
  value: number | null;
  best: string | null;
  legal: Move[];
  step: BoardChange | null;
}

export interface Rating {
  game: GameName;
  rating: number;
  low: number;
  high: number;
  games: number;
}

export interface Player {
  name: string | null;
  ratings: Rating[];
}

export interface HistoryGame {
  id: string;
  game: GameName;
  level: Level;
  seat: SideName;
  result: 'won' | 'lost' | 'drew';
  plies: number;
  at: string;
}

export interface OpponentResults {
  game: GameName;
  opponent: string;
  wins: number;
  draws: number;
  losses: number;
}

export interface RatingPoint {
  game: GameName;
  at: string;
  rating: number;
  low: number;
  high: number;
}

export interface PlayerHistory {
  games: HistoryGame[];
  results: OpponentResults[];
  curve: RatingPoint[];
}
