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
  | 'unknown-opponent' | 'foreign-origin' | 'seat-taken' | 'busy' | 'too-slow' | 'wrong-host';
/** Why a player's data cannot be moved, or a record not be opened. */
export type IdentityRefusal = 'no-player' | 'bad-record';
export type RefusalCode = StudyRefusal | PlayRefusal | IdentityRefusal;
/** What can go wrong for the page: a refusal, or no answer at all. */
export type ProblemCode = RefusalCode | 'unreachable';

export interface Text {
  en: string;
  ja: string;
}

export interface Level {
  id: string;
  name: Text;
  /** What the opponent is called as somebody. */
  who: Text | null;
  about: Text;
  opponent: string;
  /** Author and year, for a player of a research paper. */
  source: Text | null;
}

/** A position to begin from, in the game's own notation. */
export interface Start {
  name: Text;
  position: string;
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
  /** What wins and what loses, a sentence each. */
  goals: Text[];
  /** Other positions to begin from: handicaps, boards of another size. */
  starts: Start[];
  /** What the player arranges before the first move. */
  setups: string[];
  undo: boolean;
  hint: boolean;
}

export interface Catalogue {
  games: CatalogueGame[];
}

/** How much a player has played a game: new to it, now and then, a lot, in tournaments. */
export type Experience = 'beginner' | 'casual' | 'regular' | 'tournament';

/** How hard the person wants it to be against the opponent that plays at their level. */
export type Wish = 'easier' | 'even' | 'harder';

export interface NewTable {
  game: GameName;
  level: string;
  seat: SideName | 'random';
  undo: boolean;
  hint: boolean;
  pace: 'person' | 'at-once';
  clock?: { minutes: number; byoyomi: number };
  experience?: Experience;
  wish?: Wish;
  position?: string;
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
  /** What the opponent says: before the first move what it will do, after the end what it saw. */
  said: Text[];
  allowed: { undo: boolean; hint: boolean; resign: boolean };
  clock: Clock | null;
  result: Result | null;
  formats: string[];
}

/** The game so far: the position before the first ply and after each, and how each ply changed it. */
export interface TableLine {
  version: number;
  positions: Position[];
  steps: BoardChange[];
}

/** A position of a lesson and how it came about. */
export interface LessonFrame {
  position: Position;
  step: BoardChange;
}

/** A move that the reader of a lesson can make: what is seen after it, and after each answer to it. */
export interface LessonMove {
  move: Move;
  isRight: boolean;
  frames: LessonFrame[];
}

export interface LessonStep {
  seat: SideName;
  position: Position;
  task: Text;
  done: Text;
  moves: LessonMove[];
}

/** How to play a game. */
export interface Lesson {
  game: GameName;
  goals: Text[];
  steps: LessonStep[];
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

/** What was overlooked, over all games. */
export type OversightKind =
  | 'missed-win' | 'allows-win' | 'missed-capture' | 'allows-capture' | 'bad-capture' | 'missed-corner' | 'gives-corner' | 'mobility'
  | 'missed-turn' | 'judgement';

/** Why a move was worse than the best one. */
export interface Oversight {
  kind: OversightKind;
  text: Text;
}

/** A move on the board. */
export interface Arrow {
  from: Place | null;
  to: Place;
}

export interface Mistake {
  ply: number;
  side: SideName;
  /** By how much the chance to win fell, from 0 to 1. */
  loss: number;
  best: string;
  bestLabel: Text;
  arrow: Arrow;
  why: Oversight[];
}

export interface Belief {
  letter: string;
  blue: number;
}

export interface Review {
  /** The first side's chance to win, from 0 to 1, before the first ply and after each. */
  chances: (number | null)[];
  /** Where they come from. */
  source: Text;
  mistakes: Mistake[];
  positions: Position[];
  steps: BoardChange[];
  reasons: (Text | null)[];
  beliefs: Belief[][] | null;
}

/** What would be after other moves. */
export interface WhatIf {
  position: Position;
  /** The first side's chance to win, from 0 to 1. */
  chance: number | null;
  best: string | null;
  legal: Move[];
  step: BoardChange | null;
}

/** A position in which the player once chose a worse move. */
export interface Exercise {
  table: string;
  ply: number;
  game: GameName;
  side: SideName;
  at: string;
  position: Position;
  legal: Move[];
  step: BoardChange | null;
}

export interface Exercises {
  due: Exercise[];
  dueCount: number;
  all: number;
  nextAt: string | null;
}

/** What comes of a move that was tried in an exercise. */
export interface Attempt {
  verdict: 'best' | 'good' | 'mistake';
  chance: number;
  bestChance: number;
  bestLabel: Text;
  arrow: Arrow;
  why: Oversight[];
  position: Position;
  step: BoardChange;
  againAt: string | null;
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

/** All results against one opponent, by what people call it. */
export interface OpponentResults {
  opponent: Text;
  wins: number;
  draws: number;
  losses: number;
}

/** A strength after a game, with its 95% interval. */
export interface StrengthPoint {
  at: string;
  rating: number;
  low: number;
  high: number;
  opponent: Text;
}

export interface GameStrength {
  game: GameName;
  now: { rating: number; low: number; high: number; games: number; words: Text } | null;
  curve: StrengthPoint[];
  results: OpponentResults[];
  overlooked: { kind: OversightKind; count: number }[];
}

export interface Strength {
  games: GameStrength[];
}

export interface PlayerHistory {
  games: HistoryGame[];
}

/** A game as anybody may see it who has its link. */
export interface SharedGame {
  game: GameName;
  seat: SideName;
  level: Level;
  company: Company;
  at: string;
  plies: Ply[];
  positions: Position[];
  steps: BoardChange[];
  result: { winner: SideName | null; reason: Text; counts: [number, number] | null } | null;
}

/** A code by which a player goes on in another browser. */
export interface PlayerCode {
  code: string;
  until: string;
}
