import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/browser/**/*.test.ts'],
    environment: 'node',
    // Each file starts a server and a browser; two at a time fill the two cores that a small machine has.
    maxWorkers: 2,
    // A whole game takes a quarter of a minute on an idle machine, and many times that on a busy one.
    testTimeout: 300_000,
    hookTimeout: 60_000,
  },
});
