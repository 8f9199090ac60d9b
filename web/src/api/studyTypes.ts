/** The contract with the server for studies. */
import type { BoardChange, GameName, Position, SideName, Text } from './types';

export interface Group {
  id: string;
  name: Text;
}

/** A study as somebody sees it who has its link. */
export interface Study {
  id: string;
  title: Text;
  consent: Text;
  state: 'open' | 'closed';
  groups: Group[];
  me: ParticipantView | null;
}

/** Where a participant is. */
export interface ParticipantView {
  number: number;
  state: 'going' | 'finished' | 'withdrawn';
  done: number;
  of: number;
  step: StudyStep | null;
  debriefing: Text | null;
}

export type StudyStep = QuestionsStep | RecordStep | GameStep;

export interface QuestionsStep {
  id: string;
  kind: 'questions';
  title: Text;
  /** To be read before the questions. */
  intro?: Text;
  items: Item[];
}

export interface RecordStep {
  id: string;
  kind: 'record';
  game: GameName;
  judged: SideName;
  positions: Position[];
  steps: BoardChange[];
  moves: RecordedMove[];
  ending: Text;
  /** Seconds for which it has to be looked at before it can be judged. */
  leastSeconds: number;
  nth: number;
  of: number;
}

export interface RecordedMove {
  ply: number;
  side: SideName;
  label: Text;
}

export interface GameStep {
  id: string;
  kind: 'game';
  game: GameName;
  /** Null where the person chooses. */
  sides: SideName | null;
  judgeMoves: boolean;
  /** The person may ask for another game after it. */
  again: boolean;
  practice: boolean;
  clock: { minutes: number; byoyomi: number } | null;
  table: string | null;
  judged: Judgement[];
  nth: number;
  of: number;
}

export type Verdict = 'bad' | 'normal' | 'good';

export interface Judgement {
  ply: number;
  verdict: Verdict;
  note: string;
}

export interface Item {
  id: string;
  kind: 'scale' | 'single' | 'multiple' | 'number' | 'text';
  ask: Text;
  required: boolean;
  labels?: Text[];
  options?: { id: string; text: Text }[];
  low?: number;
  high?: number;
  longest?: number;
}

/** What is given for one item: a step of a scale or a number, an option or a text, several options. */
export type Given = number | string | string[];

export interface RecordAnswer {
  verdict: number;
  reason: string;
  seen: boolean;
}

/** An answer that the server would not take: which item, and what it expected. */
export interface Wrong {
  item: string;
  expected: string;
}

/** A study as its researcher sees it. */
export interface Progress {
  id: string;
  title: Text;
  state: 'open' | 'closed';
  link: string;
  hash: string;
  begun: number;
  finished: number;
  withdrawn: number;
  /** What puts people into groups; null where there are none. */
  groupedBy: 'link' | 'random' | 'answer' | null;
  groups: GroupProgress[];
  answers: number;
  games: number;
  judgements: number;
  people: Person[];
}

export interface GroupProgress extends Group {
  begun: number;
  finished: number;
  quota: number | null;
}

export interface Person {
  number: number;
  group: string | null;
  language: 'ja' | 'en';
  state: ParticipantView['state'];
  done: number;
  of: number;
  begun: string;
  last: string;
}

export interface Reason {
  participant: number;
  step: string;
  source: string;
  verdict: number;
  reason: string;
  tags: string[];
}

export interface Reasons {
  tags: { id: string; text: Text }[];
  reasons: Reason[];
}
