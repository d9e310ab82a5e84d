/** Translations as TypeScript: a type for all languages, and a module for each. */

import type { Message, Place } from './message.ts';
import { isNumbered } from './message.ts';
import { covers, FIRST, placesOf, type Translations, type Tree } from './translations.ts';

const key = (name: string): string => (/^[a-z]\w*$/i.test(name) || isNumbered([name]) ? name : JSON.stringify(name));

/** The files to write, by name. */
export function typescript(translations: Translations): ReadonlyMap<string, string> {
  return new Map([
    ['types.ts', typesModule(translations)],
    ...[...translations.trees.keys()].map((language): [string, string] => [
      `${language}.ts`,
      languageModule(translations, language),
    ]),
  ]);
}

function typesModule(translations: Translations): string {
  const tree = translations.trees.get(FIRST) ?? {};
  return [
    '/** Written from web/translations by tools/words: change it there. */',
    '',
    `export type Messages = ${typeOf(translations, tree, '')};`,
    '',
  ].join('\n');
}

function typeOf(translations: Translations, tree: Tree, path: string): string {
  const within = (name: string): string => (path ? `${path}.${name}` : name);
  if (typeof tree === 'string') return signature(translations, path);
  const types = Object.entries(tree).map(
    ([name, inside]) => [name, typeOf(translations, inside, within(name))] as const,
  );
  if (Array.isArray(tree)) return `readonly [${types.map(([, type]) => type).join(', ')}]`;
  if (translations.schema.lookups.includes(path)) {
    const all = [...new Set(types.map(([, type]) => type))];
    return `Readonly<Record<string, ${all.join(' | ')}>>`;
  }
  return `{ ${types.map(([name, type]) => `readonly ${key(name)}: ${type};`).join(' ')} }`;
}

function signature(translations: Translations, path: string): string {
  const places = covers(translations.schema.templates, path) ? [] : placesOf(translations, path);
  if (places.length === 0) return 'string';
  return `(${places.map(([name, { takes }]) => `${name}: ${typeOfPlace(takes)}`).join(', ')}) => string`;
}

function typeOfPlace(takes: Place['takes']): string {
  if (takes === 'text') return 'string | number';
  if (takes === 'number' || isNumbered(takes)) return 'number';
  return takes.map((choice) => JSON.stringify(choice)).join(' | ');
}

function languageModule(translations: Translations, language: string): string {
  const { trees, messages } = translations;
  const body = valueOf(translations, messages.get(language) ?? new Map(), trees.get(language) ?? {}, '');
  const helpers = [body.includes('pick(') ? 'picker' : '', body.includes('signed(') ? 'signed' : ''].filter(Boolean);
  return [
    `/** Written from web/translations/${language}.json by tools/words: change it there. */`,
    '',
    ...(helpers.length ? [`import { ${helpers.join(', ')} } from '../forms';`] : []),
    "import type { Messages } from './types';",
    '',
    ...(body.includes('pick(') ? [`const pick = picker('${language}');`, ''] : []),
    `export const messages: Messages = ${body};`,
    '',
  ].join('\n');
}

function valueOf(translations: Translations, words: ReadonlyMap<string, Message>, tree: Tree, path: string): string {
  if (typeof tree === 'string') return leafOf(translations, words.get(path), tree, path);
  const values = Object.entries(tree).map(
    ([name, inside]) => [name, valueOf(translations, words, inside, path ? `${path}.${name}` : name)] as const,
  );
  return Array.isArray(tree)
    ? `[${values.map(([, value]) => value).join(', ')}]`
    : `{\n${values.map(([name, value]) => `${key(name)}: ${value},`).join('\n')}\n}`;
}

function leafOf(translations: Translations, message: Message | undefined, text: string, path: string): string {
  const places = covers(translations.schema.templates, path) ? [] : placesOf(translations, path);
  if (places.length === 0 || !message) return JSON.stringify(text);
  const names = places.map(([name]) => (message.places.has(name) ? name : `_${name}`));
  return `(${names.join(', ')}) => ${message.code}`;
}
