/** What travels between client and server; mirrors `tamaya.server.messages` and `wire`. */

export type Face = readonly [suit: number, value: number];

export type PlayCard = { do: 'play'; card: number; announced?: number | null };
export type DiscardCard = { do: 'discard'; card: number };
export type ColourClue = { do: 'colour'; to: number; colour: number };
export type ValueClue = { do: 'value'; to: number; value: number };
export type TakeCard = { do: 'take'; suit: number; value: number };
export type ForgoTile = { do: 'forgo' };
export type Clue = ColourClue | ValueClue;
export type Action = PlayCard | DiscardCard | Clue | TakeCard | ForgoTile;

export type SuitName = 'red' | 'yellow' | 'green' | 'white' | 'blue' | 'multicolour' | 'black';
export type ColourName = Exclude<SuitName, 'black'>;

export type Suit = {
  name: SuitName;
  letter: string;
  order: readonly number[];
  copies: readonly number[];
  touched_by: readonly number[];
};

export type Card = {
  id: number;
  suit?: number | null;
  value?: number | null;
  suits?: readonly number[];
  values?: readonly number[];
  pointed_at?: boolean;
};

export type Result = 'won' | 'scored' | 'lost' | 'stopped';
export type EndReason =
  | 'all-complete'
  | 'last-round'
  | 'last-mistake'
  | 'indispensable-lost'
  | 'no-action'
  | 'ended-by-players';
export type Band = '0-5' | '6-10' | '11-15' | '16-20' | '21-24' | '25' | '25-29' | '30';

export type Over = {
  result: Result;
  reason: EndReason;
  score: number;
  points_on_table: number;
  band: Band | null;
  mention: string | null;
};

export type GameEvent =
  | { event: 'clued'; seat: number; clue: Clue; cards: readonly number[]; free: boolean }
  | { event: 'discarded'; seat: number; card: number; face: Face }
  | {
      event: 'played';
      seat: number;
      card: number;
      face: Face;
      placed: boolean;
      announced: number | null;
    }
  | { event: 'token-back'; why: 'announced' | 'completed' | 'tile'; kept: boolean }
  | { event: 'tile-revealed'; tile: number }
  | { event: 'tile-gone'; tile: number; used: boolean }
  | { event: 'mistake-forgiven' }
  | { event: 'shuffled-back'; face: Face }
  | { event: 'placed-from-pile'; face: Face }
  | { event: 'drew'; seat: number; card: number }
  | { event: 'turn-passed'; to: number }
  | { event: 'ended'; result: Result; reason: EndReason };

export type Play = {
  suits: readonly Suit[];
  colours: readonly ColourName[];
  values: number;
  hands: readonly (readonly Card[])[];
  to_move: number;
  turn: number;
  fireworks: readonly number[];
  dead: readonly number[];
  discard_pile: readonly Face[];
  clue_tokens: number;
  most_clue_tokens: number;
  mistakes: number;
  most_mistakes: number;
  deck_left: number;
  turns_after: number | null;
  tile: number | null;
  tiles_left: number;
  score: number;
  max_score: number;
  reachable: number;
  legal: readonly Action[];
  events: readonly GameEvent[];
  events_from: number;
  game: number;
  over: Over | null;
};

export type Settings = {
  variant: string;
  players: number;
  first: number | null;
  watch: 'nothing' | 'table' | 'hands';
  listed: boolean;
};

export type Sitter = { name: string; bot?: string | null; you?: boolean };

export type TableIs = {
  type: 'table';
  version: number;
  settings: Settings;
  host: boolean;
  you: number | null;
  seats: readonly (Sitter | null)[];
  play: Play | null;
};

export type Refused = { type: 'refused'; reason: string; words: string };
export type ToClient = TableIs | Refused;

export type FromClient =
  | { type: 'sit'; seat: number; name: string }
  | { type: 'stand' }
  | { type: 'seat-bot'; seat: number; bot: string }
  | { type: 'clear'; seat: number }
  | { type: 'change'; settings: Settings }
  | { type: 'hand-over'; seat: number }
  | { type: 'begin'; same_deal: boolean }
  | { type: 'act'; version: number; action: Action }
  | { type: 'end'; version: number };

export type Bot = { name: string; about: string };
export type Preset = { name: string; variant: string };
