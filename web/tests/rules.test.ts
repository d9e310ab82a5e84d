import { afterEach, describe, expect, test } from 'vitest';
import { EDITIONS, gamesOf, PRINTED } from '../src/lib/boxes';
import { variantName } from '../src/lib/variantWords';
import Rules from '../src/lobby/Rules.svelte';
import { show } from './help';
import { all, en } from './i18n-help';
import { text } from './server-help';
import cases from './variants.json';

const presets = (cases.presets as [string, string][]).map(([name, variant]) => ({ name, variant }));
const say = en.help;

let leave = (): void => {};
afterEach(() => {
  leave();
  leave = () => {};
});

function rules(variant: string, players = 3): string {
  leave();
  leave = show(Rules, { variant, players });
  return text();
}

test('what is good to know holds in every game', () => {
  // of black powder the 1 comes once, of five-card multicolour every card
  for (const { variant } of presets) {
    const told = rules(variant);
    expect(told).not.toMatch(/every card but the 5|firework that can no longer be finished are/);
    for (const tip of say.tip) expect(told).toContain(tip);
  }
});

describe('the rules of a game', () => {
  test('tell the numbers of this game', () => {
    const told = rules('base+mistakes=1+clues=11', 4);
    expect(told).toContain(say.hands[1](4));
    expect(told).toContain(say.clue[1](11));
    expect(told).toContain(say.mistakes[1](1));
    expect(told).toContain(say.score[1](25));
    expect(told).not.toContain(say.options);
  });

  test('have a paragraph for each option that is on, and none for the others', () => {
    const paragraphs = {
      own10: say.multicolour.own10[1],
      own5: say.multicolour.own5[1],
      wild10: say.multicolour.wild10[1],
      wild5: say.multicolour.wild5[1],
      black: say.black[1],
      'base+tiles': say.switches.tiles[1],
      'base+announce': say.switches.announce[1],
      'base+bouquet': say.switches.bouquet[1],
      'base+noempty': say.switches.noempty[1],
    };
    for (const [variant, paragraph] of Object.entries(paragraphs)) {
      const told = rules(variant);
      for (const other of Object.values(paragraphs))
        expect(told.includes(other), `${variant}: ${other}`).toBe(other === paragraph);
    }
  });

  test('black powder says where the score begins, unless it is all or nothing', () => {
    expect(rules('black')).toContain(say.blackScore);
    expect(rules('wild10')).not.toContain(say.blackScore);
    expect(rules('black+bouquet')).not.toContain(say.blackScore);
  });

  test('all or nothing has neither a last round nor a scale', () => {
    const told = rules('wild10+bouquet');
    expect(told).not.toContain(say.end[1]);
    expect(told).not.toContain(say.bands);
    expect(told).not.toContain(en.verdict['16-20']);
  });

  test('the scale reaches 25, or 30 with a multicolour firework', () => {
    expect(rules('black')).toContain(en.verdict['25']);
    expect(rules('black')).not.toContain(en.verdict['25-29']);
    expect(rules('own5')).toContain(en.verdict['30']);
    expect(document.querySelector('dl div:nth-child(6) dt')?.textContent).toBe('25–29');
  });

  test('empty clues are told of where they are allowed, tiles are listed', () => {
    expect(rules('base')).toContain(say.emptyClues);
    expect(rules('base+noempty')).not.toContain(say.emptyClues);
    rules('wild10+black+tiles');
    expect([...document.querySelectorAll('ol li')].map((li) => li.textContent)).toEqual(Object.values(en.tileIs));
  });
});

describe('names of games', () => {
  test('every game of a box has a name and a sentence in every language', () => {
    for (const words of Object.values(all))
      for (const { variant } of presets) expect(words.variants[variant]).toHaveLength(2);
  });

  test('a mix is called by its parts', () => {
    expect(variantName(en, 'wild10+black+tiles')).toBe('Everything at once');
    expect(variantName(en, 'own5+announce+bouquet')).toBe('Cascade + Announce the colour + Bouquet final');
    expect(variantName(en, 'base+noempty+mistakes=2+clues=12')).toBe('No empty clues + Two mistakes + 12 clue tokens');
    expect(variantName(en, 'something new')).toBe('something new');
  });

  test('the five boxes hold all presets but the standard one', () => {
    const held = EDITIONS.flatMap((edition) => gamesOf(edition, presets).map(({ name }) => name));
    expect(['standard', ...held].sort()).toEqual(presets.map(({ name }) => name).sort());
    for (const name of Object.keys(PRINTED)) expect(held).toContain(name);
  });
});
