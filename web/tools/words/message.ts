/** One message in ICU's notation: what it says, as JavaScript, and the places in it. */

import {
  parse,
  TYPE,
  type MessageFormatElement,
  type PluralElement,
  type SelectElement,
} from '@formatjs/icu-messageformat-parser';

/** What goes into a place. `printed` is false where it only chooses between texts. */
export type Place = { takes: 'text' | 'number' | readonly string[]; printed: boolean };

export type Message = { code: string; places: ReadonlyMap<string, Place>; problems: readonly string[] };

/** Compiles the text of a message in a language. */
export function compile(text: string, language: string): Message {
  const compiler = new Compiler(language);
  try {
    const elements = parse(text, { ignoreTag: true, requiresOtherClause: false });
    return { code: compiler.text(elements, null), places: compiler.places, problems: compiler.problems };
  } catch (error) {
    return { code: '""', places: new Map(), problems: [`is not in ICU’s notation: ${(error as Error).message}`] };
  }
}

/** The plural forms that whole numbers have in a language, each with the numbers that it is for. */
export function formsOf(language: string): ReadonlyMap<string, readonly number[]> {
  const rules = new Intl.PluralRules(language);
  const forms = new Map<string, number[]>();
  for (let number = 0; number <= 1000; number += 1) {
    const form = rules.select(number);
    forms.set(form, [...(forms.get(form) ?? []), number]);
  }
  return forms;
}

/** Whether these choices are numbers: the value of a card. */
export const isNumbered = (choices: readonly string[]): boolean => choices.every((choice) => /^\d+$/.test(choice));

class Compiler {
  readonly places = new Map<string, Place>();
  readonly problems: string[] = [];
  readonly #forms: ReadonlyMap<string, readonly number[]>;

  constructor(language: string) {
    this.#forms = formsOf(language);
  }

  /** A template literal. `counted` is what `#` stands for. */
  text(elements: readonly MessageFormatElement[], counted: string | null): string {
    return `\`${elements.map((element) => this.#element(element, counted)).join('')}\``;
  }

  #element(element: MessageFormatElement, counted: string | null): string {
    switch (element.type) {
      case TYPE.literal:
        if (element.value.includes('#'))
          this.problems.push('has a # that no number stands for; name the place instead');
        return element.value.replace(/[\\`]|\$\{/g, '\\$&');
      case TYPE.argument:
        this.#place(element.value, 'text', true);
        return `\${${element.value}}`;
      case TYPE.number:
        this.#place(element.value, 'number', true);
        return `\${signed(${element.value})}`;
      case TYPE.pound:
        return `\${${counted ?? '"#"'}}`;
      case TYPE.plural:
        return `\${${this.#plural(element)}}`;
      case TYPE.select:
        return `\${${this.#select(element)}}`;
      default:
        this.problems.push(`has a part of a kind that is not used here (${TYPE[element.type]})`);
        return '';
    }
  }

  #plural({ value: name, options, offset }: PluralElement): string {
    const counted = offset ? `${name} - ${offset}` : name;
    const exact = Object.keys(options)
      .filter((key) => key.startsWith('='))
      .map((key) => Number(key.slice(1)) - offset);
    const needed = [...this.#forms].flatMap(([form, numbers]) =>
      numbers.every((number) => exact.includes(number)) ? [] : [form],
    );
    for (const form of needed) if (!(form in options)) this.problems.push(`lacks the form “${form}” for {${name}}`);
    for (const form of Object.keys(options))
      if (!form.startsWith('=') && !needed.includes(form))
        this.problems.push(`has the form “${form}” for {${name}}, which no number takes`);
    const printed = Object.values(options).some((option) => option.value.some(({ type }) => type === TYPE.pound));
    this.#place(name, 'number', printed);
    const texts = Object.entries(options).map(
      ([form, option]) =>
        `"${form.startsWith('=') ? Number(form.slice(1)) - offset : form}": ${this.text(option.value, counted)}`,
    );
    return `pick(${counted}, { ${texts.join(', ')} })`;
  }

  #select({ value: name, options }: SelectElement): string {
    this.#place(name, Object.keys(options), false);
    const texts = Object.entries(options).map(
      ([key, option]) => `${JSON.stringify(key)}: ${this.text(option.value, null)}`,
    );
    return isNumbered(Object.keys(options))
      ? `pick(${name}, { ${texts.join(', ')} })`
      : `({ ${texts.join(', ')} })[${name}]`;
  }

  #place(name: string, takes: Place['takes'], printed: boolean): void {
    const before = this.places.get(name);
    const merged = before && !Array.isArray(takes) && before.takes !== 'text' ? before.takes : takes;
    if (before && Array.isArray(before.takes) && Array.isArray(takes) && String(before.takes) !== String(takes))
      this.problems.push(`chooses by {${name}} in two ways`);
    this.places.set(name, { takes: merged, printed: printed || (before?.printed ?? false) });
  }
}
