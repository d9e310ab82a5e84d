import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { fixtures } from './tools/fixtures/plugin.ts';
import { words } from './tools/words/plugin.ts';

const server = 'http://localhost:8000';

export default defineConfig(({ mode }) => ({
  plugins: [words(), fixtures(), svelte()],
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'app', tags: ['$initial'], priority: 1 }, // one file for the front page,
            { name: 'shared', minShareCount: 2 }, // one for what several other pages need
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': { target: server, ws: true } } },
  resolve: mode === 'test' ? { conditions: ['browser'] } : {},
  test: {
    css: { include: /\/(app|colours)\.css/ }, // the test of colours reads them
    environment: 'happy-dom',
    include: ['tests/**/*.test.ts'],
    maxWorkers: '100%', // all cores: nothing else runs meanwhile
    pool: 'vmThreads', // a third quicker than a process for each file
    testTimeout: 30_000,
  },
}));
