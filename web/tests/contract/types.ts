/**
 * Holds the page's own types against those that `npm run check` generates from the server's `openapi.json`. Nothing here runs: where
 * the two differ, the compiler says so.
 */
import type * as Study from '../../src/api/studyTypes';
import type * as Page from '../../src/api/types';
import type { components } from './openapi';

type Schemas = components['schemas'];

/** The names of both are the same, and what the page expects is what the server describes. */
type Same<Ours, Theirs> = [Ours] extends [Theirs]
  ? [Exclude<keyof Ours, keyof Theirs>, Exclude<keyof Theirs, keyof Ours>] extends [never, never]
    ? true
    : { onlyOurs: Exclude<keyof Ours, keyof Theirs>; onlyTheirs: Exclude<keyof Theirs, keyof Ours> }
  : { ours: Ours; theirs: Theirs };

/** The page reads what it needs; the server may say more. */
type Part<Ours, Theirs> = Exclude<keyof Ours, keyof Theirs> extends never ? true : { onlyOurs: Exclude<keyof Ours, keyof Theirs> };

/** The words of both are the same. */
type Equal<Ours, Theirs> = [Exclude<Ours, Theirs>, Exclude<Theirs, Ours>] extends [never, never]
  ? true
  : { onlyOurs: Exclude<Ours, Theirs>; onlyTheirs: Exclude<Theirs, Ours> };

/** A kind of a position or of a step. */
type Kind<Union, Name extends string> = Extract<Union, { kind: Name }>;

type Checked<_All extends Record<string, true>> = never;

export type Contract = Checked<{
  table: Same<Page.Table, Schemas['TableView']>;
  codes: Equal<Page.RefusalCode, Schemas['RefusalCode']>;
  company: Equal<Page.Company, Schemas['Company']>;
  experience: Equal<Page.Experience, Schemas['Experience']>;
  phases: Equal<Page.Phase, Schemas['Phase']>;
  oversights: Equal<Page.OversightKind, Schemas['OversightKind']>;
  verdicts: Equal<Page.Attempt['verdict'], Schemas['AttemptVerdict']>;
  games: Equal<Page.GameName, Schemas['GameKind']>;
  level: Same<Page.Level, Schemas['Level']>;
  move: Same<Page.Move, Schemas['Move']>;
  ply: Same<Page.Ply, Schemas['Ply']>;
  clock: Same<Page.Clock, Schemas['Clocks']>;
  result: Same<Page.Result, Schemas['TableResult']>;
  strength: Same<Page.StrengthEstimates, Schemas['StrengthEstimates']>;
  summary: Same<Page.TableSummary, Schemas['TableSummary']>;
  hint: Same<Page.Hint, Schemas['Hint']>;
  review: Same<Page.Review, Schemas['Review']>;
  mistake: Same<Page.Mistake, Schemas['Mistake']>;
  belief: Same<Page.Belief, Schemas['Belief']>;
  whatIf: Same<Page.WhatIf, Schemas['WhatIfResult']>;
  oversight: Same<Page.Oversight, Schemas['Oversight']>;
  arrow: Same<Page.Arrow, Schemas['Arrow']>;
  exercise: Same<Page.Exercise, Schemas['Exercise']>;
  exercises: Same<Page.Exercises, Schemas['Exercises']>;
  attempt: Same<Page.Attempt, Schemas['Attempt']>;
  player: Same<Page.Player, Schemas['Player']>;
  rating: Same<Page.Rating, Schemas['GameRating']>;
  history: Same<Page.PlayerHistory, Schemas['History']>;
  played: Same<Page.HistoryGame, Schemas['HistoryGame']>;
  results: Same<Page.OpponentResults, Schemas['ResultsAgainst']>;
  point: Same<Page.StrengthPoint, Schemas['CurvePoint']>;
  strengths: Same<Page.Strength, Schemas['Strength']>;
  gameStrength: Same<Page.GameStrength, Schemas['GameStrength']>;
  shared: Same<Page.SharedGame, Schemas['SharedGame']>;
  code: Same<Page.PlayerCode, Schemas['PlayerCode']>;
  othello: Same<Page.OthelloPosition, Kind<Schemas['Position'], 'othello'>>;
  kalah: Same<Page.KalahPosition, Kind<Schemas['Position'], 'kalah'>>;
  shogi: Same<Page.ShogiPosition, Kind<Schemas['Position'], 'shogi'>>;
  geister: Same<Page.GeisterPosition, Kind<Schemas['Position'], 'geister'>>;
  ghost: Same<Page.Ghost, Schemas['Ghost']>;
  piece: Same<Page.ShogiPiece, Schemas['ShogiPiece']>;
  placing: Same<Page.OthelloStep, Kind<Schemas['BoardChange'], 'othello'>>;
  passing: Same<Page.PassStep, Kind<Schemas['BoardChange'], 'pass'>>;
  sowing: Same<Page.KalahStep, Kind<Schemas['BoardChange'], 'kalah'>>;
  sliding: Same<Page.SlideStep, Kind<Schemas['BoardChange'], 'slide'>>;
  game: Part<Page.CatalogueGame, Schemas['GameInfo']>;
  start: Same<Page.Start, Schemas['Start']>;
  line: Same<Page.TableLine, Schemas['TableLine']>;
  lesson: Same<Page.Lesson, Schemas['Lesson']>;
  lessonStep: Same<Page.LessonStep, Schemas['LessonStep']>;
  lessonMove: Same<Page.LessonMove, Schemas['LessonMove']>;
  lessonFrame: Same<Page.LessonFrame, Schemas['LessonFrame']>;
  wish: Equal<Page.Wish, Schemas['Wish']>;
  options: Part<Page.NewTable, Schemas['NewTable']>;
  study: Same<Study.Study, Schemas['StudyView']>;
  participant: Same<Study.ParticipantView, Schemas['ParticipantView']>;
  questions: Same<Study.QuestionsStep, Kind<Schemas['StudyStep'], 'questions'>>;
  item: Same<Study.Item, Schemas['Item']>;
  record: Same<Study.RecordStep, Kind<Schemas['StudyStep'], 'record'>>;
  playing: Same<Study.GameStep, Kind<Schemas['StudyStep'], 'game'>>;
  judgement: Same<Study.Judgement, Schemas['JudgedPly']>;
  wrong: Same<Study.Wrong, Schemas['WrongItem']>;
  progress: Same<Study.Progress, Schemas['StudyProgress']>;
  person: Same<Study.Person, Schemas['Person']>;
  reasons: Same<Study.Reasons, Schemas['VerdictReasons']>;
  reason: Same<Study.Reason, Schemas['VerdictReason']>;
}>;
