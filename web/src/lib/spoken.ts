import type { SideName, Table } from '../api/types';
import { en } from '../words/en';
import { ja } from '../words/ja';
import { games } from './games.svelte';
import type { Language } from './settings.svelte';

/** What is new at a table since `before`, in words, for a screen reader. */
export function spokenUpdate(table: Table, before: Table | null, language: Language): string {
  const w = language === 'ja' ? ja : en;
  const parts: string[] = [];
  const isShared = table.company === 'one-board';
  const who = (side: SideName) => {
    if (isShared) return games.side(table.game, side);
    return side === table.seat ? w.table.you : w.table.opponent;
  };
  const known = before?.plies.length ?? table.plies.length;
  for (const ply of table.plies.slice(known)) {
    parts.push(w.table.said(who(ply.side), ply.label[language]));
  }
  if (table.step?.kind === 'pass' && before !== null && parts.length > 0) {
    parts.push(w.table.passed(who(table.step.side)));
  }
  if (table.step?.kind === 'kalah' && table.step.again && parts.length > 0 && table.phase === 'playing' && table.toMove !== null) {
    parts.push(w.table.againFor(who(table.toMove)));
  }
  if (table.position.kind === 'shogi' && table.position.check && parts.length > 0) parts.push(w.table.check);
  if (table.result !== null && before?.result == null) {
    const { winner, counts } = table.result;
    const told = winner === null ? w.end.drew : w.two.won(who(winner));
    parts.push(isShared ? told : w.end[table.result.person], table.result.reason[language]);
    if (counts && isShared) parts.push(w.two.countsSaid(who('first'), counts[0], who('second'), counts[1]));
    else if (counts) {
      const [mine, theirs] = table.seat === 'first' ? counts : [counts[1], counts[0]];
      parts.push(w.end.countsSaid(mine, theirs));
    }
  } else if (table.phase === 'waiting') parts.push(w.two.invite);
  else if (table.phase === 'hand-over' && table.toMove !== null) parts.push(w.two.handOver(who(table.toMove)));
  else if (table.phase === 'setup' && (before === null || before.phase !== 'setup')) parts.push(w.table.setup);
  else if (isShared && table.phase === 'playing' && table.toMove !== null) parts.push(w.two.toMove(who(table.toMove)));
  else if (table.phase === 'playing' && table.toMove === table.seat && (before === null || before.toMove !== table.seat)) {
    parts.push(w.table.yourMove);
  }
  return w.heard(...parts);
}
