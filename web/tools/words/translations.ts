/** The translations in a folder: one tree of messages for each language, and what they agree about. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile, type Message, type Place } from './message.ts';

/** A language's file: messages, and groups or rows of them. */
export type Tree = string | readonly Tree[] | { readonly [key: string]: Tree };

/** What the texts themselves do not say; see README.md there. */
export type Schema = {
  /** Messages with several places: the order in which these are passed. */
  order: Readonly<Record<string, readonly string[]>>;
  /** Messages, or groups of them, into which components draw things. */
  templates: readonly string[];
  /** Groups whose words are looked up by any text, which may be missing. */
  lookups: readonly string[];
  /** Remarks for translators. */
  notes: Readonly<Record<string, string>>;
};

export type Translations = {
  schema: Schema;
  trees: ReadonlyMap<string, Tree>;
  messages: ReadonlyMap<string, ReadonlyMap<string, Message>>;
  problems: readonly string[];
};

export const FIRST = 'en';

export function readTranslations(folder: string): Translations {
  const read = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const schema = read('schema.json') as Schema;
  const files = readdirSync(folder)
    .filter((file) => /^[a-z]{2}\.json$/.test(file))
    .sort();
  const trees = new Map(files.map((file) => [file.slice(0, 2), read(file) as Tree]));
  const messages = new Map(
    [...trees].map(([language, tree]) => [
      language,
      new Map(leaves(tree).map(([path, text]) => [path, compile(text, language)])),
    ]),
  );
  return { schema, trees, messages, problems: [...problemsOf(messages), ...unknownPaths(schema, messages)] };
}

/** Every message by its path: `verdict.25`, `praise.0`. */
export function leaves(tree: Tree, path = ''): (readonly [path: string, text: string])[] {
  if (typeof tree === 'string') return [[path, tree]];
  return Object.entries(tree).flatMap(([key, inside]) => leaves(inside, path ? `${path}.${key}` : key));
}

/** Whether one of these paths is that of a message, or of a group around it. */
export const covers = (paths: readonly string[], path: string): boolean =>
  paths.some((one) => path === one || path.startsWith(`${one}.`));

/** What goes into a message, over all languages, in the order in which it is passed. */
export function placesOf({ messages, schema }: Translations, path: string): [name: string, place: Place][] {
  const merged = new Map<string, Place>();
  for (const words of messages.values())
    for (const [name, place] of words.get(path)?.places ?? []) {
      const before = merged.get(name);
      merged.set(
        name,
        before && before.takes !== 'text' ? { ...before, printed: before.printed || place.printed } : place,
      );
    }
  const order = schema.order[path] ?? [...merged.keys()];
  return order.flatMap((name) => {
    const place = merged.get(name);
    return place ? [[name, place] as [string, Place]] : [];
  });
}

function problemsOf(messages: Translations['messages']): string[] {
  const english = messages.get(FIRST) ?? new Map<string, Message>();
  return [...messages].flatMap(([language, words]) => {
    const about = (path: string, problem: string): string => `${language}.json: ${path} ${problem}`;
    return [
      ...[...english.keys()].filter((path) => !words.has(path)).map((path) => about(path, 'is missing')),
      ...[...words.keys()].filter((path) => !english.has(path)).map((path) => about(path, `is not in ${FIRST}.json`)),
      ...[...words].flatMap(([path, message]) => message.problems.map((problem) => about(path, problem))),
      ...[...words].flatMap(([path, message]) =>
        differing(message, english.get(path)).map((problem) => about(path, problem)),
      ),
    ];
  });
}

/** Places that only one of two messages has. One that only chooses between texts may be left out. */
function differing(message: Message, english: Message | undefined): string[] {
  if (!english) return [];
  const lacks = (a: Message, b: Message): string[] =>
    [...a.places].flatMap(([name, { printed, takes }]) =>
      b.places.has(name) || (!printed && takes === 'number') ? [] : [name],
    );
  const differs = [...message.places].filter(([name, { takes }]) => {
    const other = english.places.get(name)?.takes;
    return Array.isArray(takes) && Array.isArray(other) && [...takes].sort().join() !== [...other].sort().join();
  });
  return [
    ...lacks(english, message).map((name) => `lacks {${name}}`),
    ...lacks(message, english).map((name) => `has {${name}}, which English has not`),
    ...differs.map(([name]) => `has other choices for {${name}} than English`),
  ];
}

/** What the schema says of messages that are not there, and messages of whose order it says nothing. */
function unknownPaths(schema: Schema, messages: Translations['messages']): string[] {
  const english = messages.get(FIRST) ?? new Map<string, Message>();
  const paths = [...english.keys()];
  const named = [...Object.keys(schema.order), ...schema.templates, ...schema.lookups, ...Object.keys(schema.notes)];
  const unknown = named.filter((name) => !paths.some((path) => covers([name], path)));
  const unordered = paths.filter((path) => {
    const names = new Set([...messages.values()].flatMap((words) => [...(words.get(path)?.places.keys() ?? [])]));
    const order = schema.order[path] ?? (names.size > 1 ? [] : [...names]);
    return !covers(schema.templates, path) && [...names].sort().join() !== [...order].sort().join();
  });
  return [
    ...unknown.map((path) => `schema.json: there is no message ${path}`),
    ...unordered.map((path) => `schema.json: the order of the places of ${path} is missing or names others`),
  ];
}
