import { json, request } from './client';
import type { SideName } from './types';
import type { Judgement, ParticipantView, Study } from './studyTypes';
import type { Language } from '../lib/settings.svelte';

const study = (link: string) => `/study/${encodeURIComponent(link)}`;

export const getStudy = (link: string) => json<Study>('GET', study(link));
export const getParticipant = (link: string) => json<ParticipantView>('GET', `${study(link)}/me`);
export const join = (link: string, language: Language, group: string | null) =>
  json<{ me: ParticipantView; code: string | null }>('POST', `${study(link)}/join`,
    { agreed: true, language, ...(group === null ? {} : { group }) });
export const newCode = (link: string) => json<{ code: string }>('POST', `${study(link)}/code`);
export const resume = (link: string, code: string) => json<ParticipantView>('POST', `${study(link)}/resume`, { code });
export const answer = (link: string, step: string, value: unknown, millis: number, times: Record<string, number>) =>
  json<ParticipantView>('POST', `${study(link)}/answers`, { step, value, millis, times });
export const openTable = (link: string, step: string, side: SideName | null) =>
  json<{ table: string }>('POST', `${study(link)}/table`, { step, ...(side === null ? {} : { side }) });
export const judge = (link: string, step: string, judgement: Judgement) =>
  request('POST', `${study(link)}/judgements`, { step, ...judgement });
export const withdraw = (link: string) => json<ParticipantView>('POST', `${study(link)}/withdraw`);
