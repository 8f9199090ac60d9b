import { settings } from '../../lib/settings.svelte';
import { problemSaid } from '../index.svelte';
import { en, type StudyWords } from './en';
import { ja } from './ja';

/** The words of the pages of studies; apart from the others, so that who only plays does not load them. */
export function studyWords(): StudyWords {
  return settings.kept.language === 'ja' ? ja : en;
}

/** What went wrong, in the language that is set. */
export function studyProblemSaid(code: string, message: string): string {
  return studyWords().problems[code] ?? problemSaid(code, message);
}

/** Paragraphs of a longer text. */
export const paragraphs = (text: string): string[] => text.trim().split(/\n\s*\n/);
