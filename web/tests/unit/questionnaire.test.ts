import { flushSync, mount, tick, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { QuestionsStep } from '../../src/api/studyTypes';
import { draft } from '../../src/lib/drafts';
import { Participation } from '../../src/lib/participation.svelte';
import { settings } from '../../src/lib/settings.svelte';
import Questionnaire from '../../src/pages/study/Questionnaire.svelte';

const text = (en: string) => ({ en, ja: en });
const step: QuestionsStep = {
  id: '1', kind: 'questions', title: text('Before you begin'),
  items: [
    { id: 'skill', kind: 'scale', ask: text('How good are you?'), required: true, labels: ['bad', 'fair', 'good'].map(text) },
    { id: 'rating', kind: 'number', ask: text('Your rating'), required: false, low: 0, high: 3500 },
    { id: 'why', kind: 'text', ask: text('Why?'), required: true, longest: 2000 },
    { id: 'country', kind: 'text', ask: text('Where?'), required: false, longest: 60 },
  ],
};

let page: object | null = null;
let participation: Participation;
const answer = vi.fn(() => Promise.resolve());

beforeEach(() => {
  settings.values.language = 'en';
  localStorage.clear();
  answer.mockClear();
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  participation = new Participation('abc');
  participation.me = { number: 7, state: 'going', done: 0, of: 1, step, debriefing: null };
  participation.answer = answer;
});
afterEach(async () => {
  if (page !== null) await unmount(page);
  page = null;
  participation.close();
  vi.unstubAllGlobals();
});

function show() {
  page = mount(Questionnaire, { target: document.body, props: { participation, step } });
  flushSync();
}
const item = (id: string) => document.querySelector<HTMLElement>(`[data-item=${id}]`);
const problem = (id: string) => item(id)?.querySelector('.problem')?.textContent;

function write(id: string, value: string) {
  const field = item(id)?.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
  if (!field) throw new Error(`found no field of ${id}`);
  field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  flushSync();
}
async function send() {
  document.querySelector('form')?.dispatchEvent(new SubmitEvent('submit', { cancelable: true }));
  await tick();
  flushSync();
}

describe('a questionnaire on the page', () => {
  it('names its groups and fields for those who hear it', () => {
    show();
    const group = item('skill')?.querySelector('[role=radiogroup]');
    expect(document.getElementById(group?.getAttribute('aria-labelledby') ?? '')?.textContent).toContain('How good are you?');
    expect(group?.getAttribute('aria-required')).toBe('true');
    const field = item('why')?.querySelector('textarea');
    expect(item('why')?.querySelector('label')?.htmlFor).toBe(field?.id);
    expect(item('rating')?.textContent).toContain('optional');
  });

  it('says beside each item what is missing, and takes it back when it is there', async () => {
    show();
    write('rating', '4000');
    await send();
    expect(answer).not.toHaveBeenCalled();
    expect([problem('skill'), problem('rating'), problem('why')]).toEqual([
      'Please choose one.', 'Please enter a number from 0 to 3500.', 'Please write an answer.',
    ]);
    expect(item('skill')?.querySelector('[role=radiogroup]')?.getAttribute('aria-invalid')).toBe('true');
    write('rating', '1500');
    expect(problem('rating')).toBe('');
    item('skill')?.querySelectorAll('input')[2]?.click();
    write('why', 'because');
    await send();
    const times = { skill: expect.any(Number) as number, rating: expect.any(Number) as number, why: expect.any(Number) as number };
    expect(answer).toHaveBeenCalledExactlyOnceWith('1', { skill: 3, rating: 1500, why: 'because' }, expect.any(Number), times);
  });

  it('tells how much room is left when there is little, also where there was never much', () => {
    show();
    write('country', 'Japan');
    expect(item('country')?.textContent).not.toContain('left');
    write('country', 'x'.repeat(40));
    expect(item('country')?.textContent).toContain('20 characters left');
  });

  it('has what was typed when the page is loaded again', async () => {
    show();
    item('skill')?.querySelectorAll('input')[1]?.click();
    write('why', 'half a sen');
    expect(draft('abc', 7, '1')).toMatchObject({ written: { skill: 2, why: 'half a sen' } });
    if (page !== null) await unmount(page);
    show();
    expect(item('skill')?.querySelectorAll('input')[1]?.checked).toBe(true);
    expect(item('why')?.querySelector('textarea')?.value).toBe('half a sen');
  });
});
