/** Written by tools/wire_types.py from the Python types: run `make wire`, do not edit. */

/** Take a free seat; on one's own seat, between games, take another name. */
export type Sit = { type: 'sit'; seat: number; name: string };

/** Take back a seat that was lost while away. */
export type ComeBack = { type: 'come-back'; seat: number };

/** Leave the seat; not during a game. */
export type Stand = { type: 'stand' };

/** Host: put a bot on a seat; during a game only where nobody is present. */
export type SeatBot = { type: 'seat-bot'; seat: number; bot: string };

/** Host: put a connected guest on a seat; during a game only where nobody is present. */
export type Invite = { type: 'invite'; seat: number; guest: string };

/** Host: free a seat; during a game only where nobody is present. */
export type Clear = { type: 'clear'; seat: number };

export type Watch = 'nothing' | 'table' | 'hands';

export type Talk = 'clues' | 'remarks' | 'chat';

/** What is played at a table, who may watch, and how people talk there. */
export type Settings = {
  variant: string;
  players: number;
  first: number | null; // the seat that begins; random if there is none
  watch: Watch; // what onlookers see during a game
  listed: boolean; // in the list of open tables
  talk: Talk; // what may be said during a game besides clues
  hush: boolean; // only the player to move talks
  take_back: boolean; // a move is taken back if everybody agrees, also those away
  hot_seat: boolean; // one visitor may sit on several seats
};

/** Host: change the settings; during a game only those about talk and listing. */
export type Change = { type: 'change'; settings: Partial<Settings> };

/** Host: require this password of new visitors; an empty one removes it. */
export type Lock = { type: 'lock'; password: string };

/** Enter a locked table with the password. */
export type Knock = { type: 'knock'; password: string };

/** Host: make the visitor on a seat the host. */
export type HandOver = { type: 'hand-over'; seat: number };

/** Host: deal. `same_deal` plays the last deal again, or the one the table was created for. */
export type Begin = { type: 'begin'; same_deal?: boolean };

/** Play a card; `announced` is the suit that the player announces, if any. */
export type PlayCard = { do: 'play'; card: number; announced?: number | null };

/** Discard a card. */
export type DiscardCard = { do: 'discard'; card: number };

/** Give a seat a colour clue. */
export type ColourClue = { do: 'colour'; to: number; colour: number };

/** Give a seat a value clue. */
export type ValueClue = { do: 'value'; to: number; value: number };

/** Take a card from the discard pile, as a bonus tile allows. */
export type TakeCard = { do: 'take'; suit: number; value: number };

/** Do not use bonus tile 5. */
export type ForgoTile = { do: 'forgo' };

export type Action = PlayCard | DiscardCard | ColourClue | ValueClue | TakeCard | ForgoTile;

/** The player to move acts; `version` is the version of the table that the player saw. */
export type Act = { type: 'act'; version: number; action: Action };

/** Host: end the game early. */
export type End = { type: 'end'; version: number };

/** Rearrange the cards of your hand and turn some of them. Everybody sees it. */
export type Arrange = { type: 'arrange'; order: readonly number[]; turned?: readonly number[] };

/** Write a private note on a card in any hand; an empty text deletes it. */
export type Note = { type: 'note'; card: number; text: string };

export type Remark =
  | 'hello'
  | 'one-moment'
  | 'take-your-time'
  | 'know-nothing'
  | 'remember'
  | 'well-done'
  | 'thanks'
  | 'oops'
  | 'good-game';

/** Say a free text or a set remark, as the settings allow. */
export type Say = { type: 'say'; text?: string; remark?: Remark | null };

/** Ask to take back your last move and everything after it. */
export type TakeBack = { type: 'take-back'; version: number };

/** Agree to a take-back or decline it; the player who asked withdraws with a no. */
export type Answer = { type: 'answer'; version: number; yes: boolean };

export type FromClient =
  | Sit
  | ComeBack
  | Stand
  | SeatBot
  | Invite
  | Clear
  | Change
  | Lock
  | Knock
  | HandOver
  | Begin
  | Act
  | End
  | Arrange
  | Note
  | Say
  | TakeBack
  | Answer;

/** One click: a table with bots, dealt at once; `deal` is the address of a finished game. */
export type NewGame = {
  name: string;
  variant?: string;
  players?: number;
  bot?: string;
  deal?: string | null;
};

/** A table to be filled; `deal` is the address of a finished game. */
export type NewTable = { settings?: Partial<Settings>; deal?: string | null };

/** The code of a personal link. */
export type ClaimLink = { code: string };

/** Another device to be signed out; without one, all others. */
export type SignOut = { id?: string | null };

/** A path on this server, for a QR code. */
export type QrRequest = { path: string };

/** Who sits on a seat. */
export type Sitter = {
  name: string;
  bot?: string | null;
  you?: boolean;
  also_you?: boolean; // another seat of the viewer at a shared device
  host?: boolean;
  away?: boolean;
  guest?: boolean; // connected through hanab.live's protocol
};

export type KnownDeal = 'replayed' | 'uploaded';

/** A request to take a move back, as one viewer sees it. */
export type Asking = {
  seat: number;
  actions: number; // how many would be taken back
  waits_for_you: boolean;
};

export type LineKind =
  | 'said'
  | 'seated'
  | 'left'
  | 'replaced'
  | 'asked-back'
  | 'agreed'
  | 'declined'
  | 'took-back'
  | 'ended'
  | 'watched';

/** Something that happened at the table outside the game, such as talk. */
export type Line = {
  kind: LineKind;
  seat: number; // -1 for an onlooker, who has no name
  name: string; // of the player on that seat
  game: number; // the number of the game, and how many events it had by then
  event: number;
  text?: string;
  remark?: Remark | null;
};

/** The suits that a variant can have. */
export type SuitName = 'red' | 'yellow' | 'green' | 'white' | 'blue' | 'multicolour' | 'black';

/** A suit of the game. */
export type Suit = {
  name: SuitName;
  letter: string;
  order: readonly number[];
  copies: readonly number[];
  touched_by: readonly number[]; // the colours whose clues touch it
};

/** A colour that a clue can name. */
export type ColourName = 'red' | 'yellow' | 'green' | 'white' | 'blue' | 'multicolour';

/** A card in a hand: its face if the viewer may see it, and what clues say about it. */
export type Card = {
  id: number;
  suit?: number | null;
  value?: number | null;
  suits?: readonly number[]; // possible suits according to the clues
  values?: readonly number[];
  pointed_at?: boolean; // by at least one clue
  turned?: boolean; // turned by its holder
  note?: string; // the viewer's own
};

/** What is printed on a card: a suit, as its place in `Options.suits`, and a value. */
export type Face = readonly [suit: number, value: number];

/** The six bonus tiles (R4.5). */
export type Tile = 1 | 2 | 3 | 4 | 5 | 6;

export type Clue = ColourClue | ValueClue;

/** The reason for a bot's move: a code that clients put into words, and its arguments. */
export type Why = {
  code: string;
  about?: Readonly<Record<string, number | string>>;
  secret?: boolean; // the bot's own reason, sent only when the game is over
};

/** A clue was given, and these cards were pointed out; free if a tile paid for it. */
export type CluedEvent = {
  event: 'clued';
  seat: number;
  clue: Clue;
  cards: readonly number[];
  free: boolean;
  why?: Why;
};

/** A card was discarded, and a clue token came back. */
export type DiscardedEvent = {
  event: 'discarded';
  seat: number;
  card: number;
  face: Face;
  why?: Why;
};

/** A card was played: placed on its firework, or discarded with a mistake. */
export type PlayedEvent = {
  event: 'played';
  seat: number;
  card: number;
  face: Face;
  placed: boolean;
  announced: number | null;
  why?: Why;
};

/** What a clue token came back for. */
export type TokenReason = 'announced' | 'completed' | 'tile';

/** A clue token came back beyond the one for a discard; lost if all were there already. */
export type TokenBackEvent = { event: 'token-back'; why: TokenReason; kept: boolean };

/** The top bonus tile was turned up. */
export type TileRevealedEvent = { event: 'tile-revealed'; tile: Tile };

/** The revealed tile was discarded: used, or lost because nothing could be done with it. */
export type TileGoneEvent = { event: 'tile-gone'; tile: Tile; used: boolean; why?: Why };

/** A mistake was taken back. */
export type MistakeForgivenEvent = { event: 'mistake-forgiven' };

/** A card of the discard pile was shuffled into the deck: nobody knows where. */
export type ShuffledBackEvent = { event: 'shuffled-back'; face: Face; why?: Why };

/** A card of the discard pile was put on its firework. */
export type PlacedFromPileEvent = { event: 'placed-from-pile'; face: Face; why?: Why };

/** A card was drawn. Its holder does not see its face; the others find it in their views. */
export type DrewEvent = { event: 'drew'; seat: number; card: number };

/** The next player is to move. */
export type TurnPassedEvent = { event: 'turn-passed'; to: number };

/** How a game stands when it is over, or that it is not. */
export type Result = 'won' | 'scored' | 'lost' | 'stopped' | 'unfinished';

/** Why a game is over. */
export type EndReason =
  | 'all-complete'
  | 'last-round'
  | 'last-mistake'
  | 'indispensable-lost'
  | 'no-action'
  | 'ended-by-players';

/** The game is over. */
export type EndedEvent = { event: 'ended'; result: Result; reason: EndReason };

export type GameEvent =
  | CluedEvent
  | DiscardedEvent
  | PlayedEvent
  | TokenBackEvent
  | TileRevealedEvent
  | TileGoneEvent
  | MistakeForgivenEvent
  | ShuffledBackEvent
  | PlacedFromPileEvent
  | DrewEvent
  | TurnPassedEvent
  | EndedEvent;

export type Band = '0-5' | '6-10' | '11-15' | '16-20' | '21-24' | '25' | '25-29' | '30';

/** How a game ended. */
export type Over = {
  result: Result;
  reason: EndReason;
  score: number;
  points_on_table: number;
  band: Band | null;
  mention: string | null;
};

/** A game as one viewer may see it. */
export type Play = {
  game: number; // 1 for the first at this table, and so on
  taken_back: number; // how often moves were taken back; each time the events start over
  suits: readonly Suit[];
  colours: readonly ColourName[];
  values: number;
  hands: readonly (readonly Card[])[]; // in the order that their holders chose
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
  tile: Tile | null;
  tiles_left: number;
  score: number;
  max_score: number;
  reachable: number;
  legal: readonly Action[]; // what this viewer may do now
  events: readonly GameEvent[]; // public events, from number `events_from` on
  events_from: number;
  over: Over | null;
  address: string | null; // the address of the game once it is over
};

/** The onlookers of a game who see all hands. */
export type Watchers = {
  count: number; // now
  seen_by: number; // in this game, including those who have left
  host: boolean; // whether the host is one of them now
  names: readonly string[]; // as far as they are known, that is of guests
};

/** The whole table as one viewer may see it, at one version. */
export type TableIs = {
  type: 'table';
  version: number;
  settings: Settings;
  locked: boolean; // with a password
  host: boolean; // whether the viewer may act as the host now
  you: number | null;
  kept: readonly number[]; // seats that the viewer lost while away and may take back
  seats: readonly (Sitter | null)[];
  onlookers: number;
  playing: boolean; // whether a game is running, even if the viewer may not see it
  deal_set: boolean; // whether `same_deal` is possible
  known_deal: KnownDeal | null; // whether somebody could know the deal
  asking: Asking | null;
  may_take_back: boolean; // whether the viewer may, now
  take_backs_left: number; // in this game, for all players together
  lines: readonly Line[]; // from `lines_from` on
  lines_from: number;
  play: Play | null;
  watchers?: Watchers; // during a game whose hands onlookers see
};

export type TableFields = Partial<TableIs>;

export type PlayFields = Partial<Play>;

/** What has changed in a game. */
export type PlayChanged = {
  fields?: PlayFields; // the changed ones with their new values
  hands?: Readonly<Record<string, readonly Card[]>>; // the changed ones by seat
  discarded?: readonly Face[]; // cards to add to the discard pile
  events?: readonly GameEvent[]; // only the new ones
};

/** What has changed since the last message, for clients that asked for `changes`. */
export type TableChanged = {
  type: 'table-changed';
  follows: number; // the version of the table before
  version: number;
  fields?: TableFields; // the changed ones with their new values
  lines?: readonly Line[]; // only the new ones
  play?: PlayChanged; // absent if nothing in the game has changed
};

/** The table is locked: send `knock` with the password to enter. */
export type Closed = { type: 'closed' };

/** A message was refused and changed nothing. */
export type Refused = { type: 'refused'; reason: string; words: string };

export type ToClient = TableIs | TableChanged | Closed | Refused;

/** The address of a new table. */
export type TableOpened = { table: string };

/** A table on the lists. */
export type ListedTable = {
  table: string;
  variant: string;
  players: number;
  names: readonly (string | null)[]; // by seat
  bots: number;
  locked: boolean;
  turn: number | null;
  score: number | null;
  watch: Watch;
  known_deal: KnownDeal | null; // whether anybody could know it before the game
};

/** Tables to join, and games to watch. */
export type OpenTables = { open: readonly ListedTable[]; watch: readonly ListedTable[] };

/** A bot that can be seated. */
export type BotInfo = { name: string; about: string };

/** A variant with a name, and its notation. */
export type Preset = { name: string; variant: string };

/** A table where the visitor sits, or may come back to a seat. */
export type MyTable = {
  table: string;
  variant: string;
  players: number;
  names: readonly (string | null)[]; // by seat
  playing: boolean;
  turn: boolean; // whether it is the visitor's
  turns: number | null; // of the game that is on, with the one to come
  score: number | null;
  known_deal: KnownDeal | null; // whether anybody could know it before the game
};

/** What belongs to the visitor. */
export type Me = { tables: readonly MyTable[] };

/** The path that makes another device this visitor's. */
export type PersonalLink = {
  path: string;
  seconds: number; // that it is valid; it works once
};

/** The answer to a claimed link; the cookie is in its header. */
export type LinkClaimed = { ok: boolean };

/** A browser that plays as the visitor. */
export type MyDevice = {
  id: string;
  name: string; // browser and system; empty if unknown
  since: number; // when it was joined: milliseconds since 1970
  seen: number; // when it was last here, to the hour
  here: boolean; // whether it is the one that asks
};

/** The URL under which others reach this server. */
export type ServerAddress = { base: string };

/** A URL and its QR code. */
export type QrCode = { url: string; svg: string };

/** A summary of a game with an address: who played what, and how it ended. */
export type GameInfo = {
  id: string;
  at: number; // when it ended, or was uploaded: milliseconds since 1970
  variant: string;
  players: number;
  names: readonly string[]; // by seat
  bots: readonly (string | null)[]; // by seat
  result: Result;
  reason: EndReason | null; // none if it was uploaded before its end
  score: number;
  points_on_table: number;
  max_score: number;
  band: Band | null;
  mention: string | null;
  turns: number;
  your_seat: number | null;
  uploaded: boolean;
  taken_back: number; // how often moves were
  known_deal: KnownDeal | null; // whether anybody could know the deal before
};

/** Moves that were made and taken back at one place of a game. */
export type TakeBackPlace = {
  after: number; // the step that they came after
  times: number; // how often moves were taken back to there
  moves: number; // how many in all
};

/** A game from the deal on, step by step, from one viewpoint. */
export type Steps = {
  eyes: number | null; // the seat of the viewpoint; none for an onlooker or for open hands
  plays: readonly Play[]; // as dealt, then after each action; without events
  events: readonly GameEvent[]; // all of them
  events_until: readonly number[]; // by step: how many events had happened
  take_backs: readonly TakeBackPlace[]; // in order; empty where that is not known
};

/** The address of an uploaded game, and warnings about parts of the file that were not kept. */
export type Uploaded = { id: string; warnings: readonly string[] };
