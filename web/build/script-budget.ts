import { gzipSync } from 'node:zlib';

import type { Plugin } from 'vite';

/** What all scripts of the page may weigh together, compressed: no visit can load more. */
const LIMIT_BYTES = 170_000;

/** Prints what the scripts weigh compressed, and fails the build above the limit. */
export function scriptBudget(): Plugin {
  return {
    name: 'script-budget',
    apply: 'build',
    generateBundle(_options, bundle) {
      const scripts = Object.values(bundle).filter((file) => file.type === 'chunk');
      const total = scripts.reduce((sum, script) => sum + gzipSync(script.code).length, 0);
      const first = new Set(scripts.filter((script) => script.isEntry).flatMap((script) => [script.fileName, ...script.imports]));
      const atStart = scripts.filter((script) => first.has(script.fileName));
      const firstTotal = atStart.reduce((sum, script) => sum + gzipSync(script.code).length, 0);
      const kilo = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
      console.log(`\nscripts, compressed: ${kilo(total)} in all, ${kilo(firstTotal)} at the start (limit ${kilo(LIMIT_BYTES)})`);
      if (total > LIMIT_BYTES) {
        this.error(`the scripts weigh ${kilo(total)} compressed, expected at most ${kilo(LIMIT_BYTES)}`);
      }
    },
  };
}
