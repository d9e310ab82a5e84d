// Mistakes that the compilers do not see. Layout is Prettier's.
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import ts from 'typescript-eslint';

export default defineConfig(
  { ignores: ['dist/', 'node_modules/', 'src/lib/i18n/messages/'] },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  {
    languageOptions: { globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-irregular-whitespace': ['error', { skipStrings: true, skipTemplates: true }], // French has its own
      'svelte/no-unused-svelte-ignore': 'off', // takes the reason after the code for more codes
      'svelte/no-useless-mustaches': 'off', // {' '} is a space that stays
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser } },
  },
);
