import type {
  Attempt, Catalogue, Exercise, Exercises, GameName, Hint, Lesson, NewTable, Player, PlayerCode, PlayerHistory, RefusalCode,
  Review, SharedGame, Strength, Table, TableLine, TableSummary, WhatIf,
} from './types';

/** What the server refused, and why. `beside` is what came with the refusal: a newer state than ours, or which answers are wrong. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: RefusalCode,
    message: string,
    readonly beside: Record<string, unknown>,
  ) {
    super(message);
  }

  get table(): Table | null {
    return (this.beside['table'] as Table | undefined) ?? null;
  }
}

/** The server could not be reached; the request may or may not have arrived. */
export class Unreachable extends Error {}

export async function request(method: string, path: string, body?: unknown): Promise<Response> {
  const init: RequestInit = { method, credentials: 'same-origin' };
  if (method !== 'GET') {
    init.headers = { 'Content-Type': 'application/json' };
    init.body = JSON.stringify(body ?? {});
  }
  let response: Response;
  try {
    response = await fetch(`/api/v1${path}`, init);
  } catch {
    throw new Unreachable(path);
  }
  if (response.ok) return response;
  // A gateway that answers for a server that is down speaks no JSON.
  const said = (await response.json().catch(() => null)) as
    | (Record<string, unknown> & { error?: { code?: RefusalCode; message?: string } })
    | null;
  if (said?.error === undefined && response.status >= 500) throw new Unreachable(path);
  throw new Refusal(
    response.status,
    said?.error?.code ?? 'malformed',
    said?.error?.message ?? response.statusText,
    said ?? {},
  );
}

export async function json<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await request(method, path, body);
  return (await response.json()) as T;
}

const table = (id: string) => `/tables/${encodeURIComponent(id)}`;

export const catalogue = () => json<Catalogue>('GET', '/games');
export const lesson = (game: GameName) => json<Lesson>('GET', `/games/${encodeURIComponent(game)}/lesson`);
export const openTables = () => json<TableSummary[]>('GET', '/tables');
export const newTable = (options: NewTable) => json<Table>('POST', '/tables', options);
export const getTable = (id: string) => json<Table>('GET', table(id));
export const tableLine = (id: string) => json<TableLine>('GET', `${table(id)}/line`);
export const hurry = (id: string) => request('POST', `${table(id)}/hurry`);
export const joinTable = (id: string) => json<Table>('POST', `${table(id)}/join`);
export const ready = (id: string, version: number) => json<Table>('POST', `${table(id)}/ready`, { version });
export const setUp = (id: string, version: number, reds: string) =>
  json<Table>('POST', `${table(id)}/setup`, { version, reds });
export const playMove = (id: string, version: number, move: string) =>
  json<Table>('POST', `${table(id)}/moves`, { version, move });
export const undo = (id: string, version: number) => json<Table>('POST', `${table(id)}/undo`, { version });
export const resign = (id: string, version: number) => json<Table>('POST', `${table(id)}/resign`, { version });
export const hint = (id: string) => json<Hint>('GET', `${table(id)}/hint`);
export const tryMoves = (id: string, ply: number, moves: string[]) =>
  json<WhatIf>('POST', `${table(id)}/review/try`, { ply, moves });
export const exercises = () => json<Exercises>('GET', '/exercises');
export const exercise = (id: string, ply: number) => json<Exercise>('GET', `${table(id)}/exercises/${ply}`);
export const tryExercise = (id: string, ply: number, move: string) =>
  json<Attempt>('POST', `${table(id)}/exercises/${ply}`, { move });
export const player = () => json<Player>('GET', '/player');
export const namePlayer = (name: string | null) => json<Player>('PUT', '/player', { name });

/** The review, or how much of it is made. */
export async function review(id: string): Promise<Review | { progress: number }> {
  const response = await request('GET', `${table(id)}/review`);
  return (await response.json()) as Review | { progress: number };
}

export const playerCode = () => json<PlayerCode>('POST', '/player/code');
export const adoptPlayer = (code: string) => json<Player>('POST', '/player/adopt', { code });
export const deletePlayer = () => json<Player>('DELETE', '/player');
export const everythingAddress = '/api/v1/player/everything';
export const share = (id: string) => json<{ id: string }>('POST', `${table(id)}/share`);
export const openRecord = (text: string) => json<{ table: string }>('POST', '/records', { text });
export const sharedGame = (id: string) => json<SharedGame>('GET', `/shared/${encodeURIComponent(id)}`);
export const strength = () => json<Strength>('GET', '/player/strength');

export function history(game: GameName | null, before: string | null): Promise<PlayerHistory> {
  const query = new URLSearchParams();
  if (game !== null) query.set('game', game);
  if (before !== null) query.set('before', before);
  const tail = query.size > 0 ? `?${query}` : '';
  return json<PlayerHistory>('GET', `/player/history${tail}`);
}

export const recordAddress = (id: string, format: string) =>
  `/api/v1${table(id)}/record?format=${encodeURIComponent(format)}`;
export const eventsAddress = (id: string) => `/api/v1${table(id)}/events`;
