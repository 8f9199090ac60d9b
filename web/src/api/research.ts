import { json, request } from './client';
import type { Progress, Reasons } from './studyTypes';

const study = (id: string) => `/research/${encodeURIComponent(id)}`;

export const login = (id: string, key: string) => json<{ study: string }>('POST', '/research/login', { study: id, key });
export const logout = () => request('POST', '/research/logout');
export const progress = (id: string) => json<Progress>('GET', study(id));
export const setOpen = (id: string, isOpen: boolean) => json<Progress>('POST', `${study(id)}/${isOpen ? 'open' : 'close'}`);
export const reasons = (id: string) => json<Reasons>('GET', `${study(id)}/reasons`);
export const tag = (id: string, participant: number, step: string, tags: string[]) =>
  request('PUT', `${study(id)}/reasons/${participant}/${encodeURIComponent(step)}`, { tags });

export async function files(id: string): Promise<string[]> {
  const { files: names } = await json<{ files: string[] }>('GET', `${study(id)}/files`);
  return names;
}

/** Whether the report is made; if not, how far it is. */
export async function report(id: string): Promise<true | number> {
  const response = await request('GET', `${study(id)}/report`);
  if (response.status !== 202) return true;
  const { progress: made } = (await response.json()) as { progress: number };
  return made;
}

export const fileAddress = (id: string, name: string) => `/api/v1${study(id)}/files/${encodeURIComponent(name)}`;
export const reportAddress = (id: string) => `/api/v1${study(id)}/report`;
export const eventsAddress = (id: string) => `/api/v1${study(id)}/events`;
