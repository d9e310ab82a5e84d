/** Option sets in words. */

import type { Words } from './i18n';
import { figures, isVariant, notation, parse, STANDARD, SWITCHES, type Variant } from './variant';

/** A name for a game: its own if it has one, else those of its parts. */
export function variantName(words: Words, variant: string): string {
  const named = words.variants[variant];
  if (named) return named[0];
  const parsed = parse(variant);
  if (!isVariant(parsed)) return variant;
  return parts(parsed)
    .map((part) => nameOfPart(words, part))
    .join(' + ');
}

/** What a game comes to: "3 players · 5 cards in each hand · 60 cards in all …". */
export function variantFigures(words: Words, variant: Variant, players: number): readonly string[] {
  const { hand, cards, fireworks, maxScore } = figures(variant, players);
  const { options } = words;
  const points = options.atMost(maxScore);
  return [
    words.playersCount(players),
    options.hand(hand),
    options.cards(cards),
    options.fireworks(fireworks),
    variant.bouquet ? `${points}, ${options.allOrNothing}` : points,
  ];
}

/** A variant taken apart: each option that is not standard, alone. */
function parts(variant: Variant): Variant[] {
  const alone: Partial<Variant>[] = [];
  if (variant.multicolour) alone.push({ multicolour: variant.multicolour });
  if (variant.black) alone.push({ black: true });
  for (const word of SWITCHES) if (variant[word]) alone.push({ [word]: true });
  if (variant.mistakes !== STANDARD.mistakes) alone.push({ mistakes: variant.mistakes });
  if (variant.clues !== STANDARD.clues) alone.push({ clues: variant.clues });
  return alone.map((part) => ({ ...STANDARD, ...part }));
}

function nameOfPart({ options, variants }: Words, part: Variant): string {
  const named = variants[notation(part)];
  if (named) return named[0];
  return part.noempty ? options.switches.noempty[0] : options.cluesName(part.clues);
}
