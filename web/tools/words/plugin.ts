/** Vite's part: the translations are compiled before anything is served, tested or built. */

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { readTranslations } from './translations.ts';
import { typescript } from './typescript.ts';

const SOURCE = join(import.meta.dirname, '../../translations');
const TARGET = join(import.meta.dirname, '../../src/lib/i18n/messages');

export function words(): Plugin {
  return {
    name: 'tamaya-words',
    config: () => writeWords(SOURCE, TARGET),
    configureServer(server) {
      server.watcher.add(SOURCE).on('change', (file) => {
        if (!file.startsWith(SOURCE) || !file.endsWith('.json')) return;
        try {
          writeWords(SOURCE, TARGET);
        } catch (error) {
          server.config.logger.error((error as Error).message);
        }
      });
    },
  };
}

/** Compiles the translations in a folder into another; what is unchanged is left alone. */
export function writeWords(source: string, target: string): void {
  const translations = readTranslations(source);
  if (translations.problems.length) throw new Error(`Translations:\n  ${translations.problems.join('\n  ')}`);
  const files = typescript(translations);
  mkdirSync(target, { recursive: true });
  const there = readdirSync(target);
  for (const file of there) if (!files.has(file)) rmSync(join(target, file));
  for (const [file, text] of files) {
    const path = join(target, file);
    if (!there.includes(file) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
  }
}
