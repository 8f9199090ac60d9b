import type { ProblemCode } from '../../api/types';
import { settings } from '../../lib/settings.svelte';
import { problemSaid } from '../index.svelte';
import { en, type StudyWords } from './en';
import { ja } from './ja';

/** The words of the study pages, in a chunk of their own: players do not load them. */
export function studyWords(): StudyWords {
  return settings.values.language === 'ja' ? ja : en;
}

/** What went wrong, in the language that is set. */
export function studyProblemSaid(code: ProblemCode, message: string): string {
  return (studyWords().problems as Partial<Record<ProblemCode, string>>)[code] ?? problemSaid(code, message);
}

/** Paragraphs of a longer text. */
export const paragraphs = (text: string): string[] => text.trim().split(/\n\s*\n/);
