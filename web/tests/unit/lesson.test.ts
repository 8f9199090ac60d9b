import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Lesson, LessonFrame, Position } from '../../src/api/types';
import { LessonSession } from '../../src/lib/lesson.svelte';
import { move, othelloStart } from '../fixtures';

const after = (place: string): Position => ({ kind: 'othello', black: [place], white: [], counts: [1, 0] });
const frame = (place: string): LessonFrame => ({
  position: after(place), step: { kind: 'othello', placed: place, flipped: [['e4']], side: 'first' },
});
const text = (en: string) => ({ en, ja: en });
const lesson: Lesson = {
  game: 'othello',
  goals: [text('Most discs win.')],
  steps: ['one', 'two'].map((name) => ({
    seat: 'first',
    position: othelloStart,
    task: text(name),
    done: text(`${name} done`),
    moves: [
      { move: move(null, 'd3'), isRight: true, frames: [frame('d3'), frame('c3')] },
      { move: move(null, 'c4'), isRight: false, frames: [frame('c4')] },
    ],
  })),
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a lesson', () => {
  it('shows the move that was asked for and the answer to it, and then goes on', async () => {
    const session = new LessonSession(lesson);
    expect(session.legal.map((one) => one.to)).toEqual(['d3', 'c4']);
    const played = session.play(move(null, 'd3'));
    expect(session.state).toBe('moving');
    expect(session.legal).toEqual([]);
    expect(session.frame?.position).toEqual(after('d3'));
    await vi.advanceTimersByTimeAsync(10_000);
    await played;
    expect(session.frame?.position).toEqual(after('c3'));
    expect(session.state).toBe('done');
    session.go(1);
    expect([session.at, session.state, session.frame, session.isLast]).toEqual([1, 'asked', null, true]);
    session.go(2);
    expect(session.at).toBe(1);
  });

  it('shows another legal move as well, and lets one try again', async () => {
    const session = new LessonSession(lesson);
    void session.play(move(null, 'c4'));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(session.state).toBe('wrong');
    expect(session.frame?.position).toEqual(after('c4'));
    session.again();
    expect([session.state, session.frame]).toEqual(['asked', null]);
    void session.play(move(null, 'h8'));
    expect(session.state).toBe('asked');
  });

  it('forgets what was moving when one goes elsewhere', async () => {
    const session = new LessonSession(lesson);
    void session.play(move(null, 'd3'));
    session.go(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect([session.at, session.state, session.frame]).toEqual([1, 'asked', null]);
  });
});
