import { defineConfig } from 'vitest/config';

/** Measurements in a real browser that take too long for every day: `npm run measure`. */
export default defineConfig({
  test: {
    include: ['tests/measured/**/*.test.ts'],
    environment: 'node',
    maxWorkers: 1,
    // Each game is told as it ends.
    disableConsoleIntercept: true,
    testTimeout: 4 * 3_600_000,
    hookTimeout: 60_000,
  },
});
