import type { Table } from '../api/types';
import { en } from '../words/en';
import { ja } from '../words/ja';
import type { Language } from './settings.svelte';

/** What is new at a table since `before`, in words, for a screen reader. */
export function spokenUpdate(table: Table, before: Table | null, language: Language): string {
  const w = language === 'ja' ? ja : en;
  const stop = language === 'ja' ? '。' : '. ';
  const parts: string[] = [];
  const known = before?.plies.length ?? table.plies.length;
  for (const ply of table.plies.slice(known)) {
    parts.push(w.table.said(ply.side === table.seat ? w.table.you : w.table.opponent, ply.label[language]));
  }
  if (table.step?.kind === 'pass' && before !== null && parts.length > 0) {
    parts.push(w.table.passed(table.step.side === table.seat ? w.table.you : w.table.opponent));
  }
  if (table.position.kind === 'shogi' && table.position.check && parts.length > 0) parts.push(w.table.check);
  if (table.result !== null && before?.result == null) {
    parts.push(w.end[table.result.person], table.result.reason[language]);
    const counts = table.result.counts;
    if (counts) {
      const [mine, theirs] = table.seat === 'first' ? counts : [counts[1], counts[0]];
      parts.push(w.end.countsSaid(mine, theirs));
    }
  } else if (table.phase === 'setup' && before === null) parts.push(w.table.setup);
  else if (table.phase === 'playing' && table.toMove === table.seat && (before === null || before.toMove !== table.seat)) {
    parts.push(w.table.yourMove);
  }
  return parts.map((part) => part.replace(/[。.]$/, '')).join(stop);
}
