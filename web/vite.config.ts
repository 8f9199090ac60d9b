import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

import { scriptBudget } from './build/script-budget.ts';

/** `GOKAKU_ADDRESS` is where a server runs while the page is being worked on. */
const server = process.env['GOKAKU_ADDRESS'] ?? 'http://127.0.0.1:8080';
const proxy = { '/api': { target: server }, '/healthz': { target: server } };

export default defineConfig({
  plugins: [svelte(), scriptBudget()],
  build: {
    target: 'es2022',
    // A data: address would need an exception in the server's content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy },
  preview: { proxy },
});
