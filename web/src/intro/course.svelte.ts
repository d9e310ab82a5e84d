/** The way through the introduction: which step it is, its table, and what a choice leads to. */

import { tick } from 'svelte';
import { same } from '../lib/choosing';
import { Chooser } from '../lib/chooser.svelte';
import { unrest } from '../lib/motion';
import { Spectacle } from '../lib/spectacle.svelte';
import { TableState } from '../lib/table.svelte';
import type { Action, TableIs } from '../lib/wire';
import { LESSONS, movesOf, startOf, type Hint, type Lesson, type Step } from './script';

/** Milliseconds before a friend moves: time to read what happened before. */
export const READING = 1500;

const STEPS: readonly { lesson: Lesson; step: Step }[] = LESSONS.flatMap((lesson) =>
  lesson.steps.map((step) => ({ lesson, step })),
);

/** A table without a server: what is done goes to the course. */
class ScriptedTable extends TableState {
  #answer: (action: Action) => void;

  constructor(answer: (action: Action) => void) {
    super();
    this.#answer = answer;
    this.link = 'open';
  }

  show(table: TableIs): void {
    this.receive(table);
    this.skip();
  }

  override act(action: Action): boolean {
    this.#answer(action);
    return true;
  }
}

export class Course {
  /** Of the step among those of all lessons; past the last one the course is done. */
  place = $state(0);
  hint = $state.raw<Hint | null>(null);
  /** Friends have yet to move before the step's words are said. */
  moving = $state(false);
  /** Moves of the lesson that have been made. */
  made = $state(0);

  table = $state.raw(this.#newTable());
  chooser = $state.raw(new Chooser(this.table));
  spectacle = $state.raw(new Spectacle());

  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.#lay();
  }

  get done(): boolean {
    return this.place >= STEPS.length;
  }

  get lesson(): Lesson {
    return this.#at(this.place).lesson;
  }

  get step(): Step {
    return this.#at(this.place).step;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.table.close();
  }

  /** On to the next step; if friends are still moving, to the end of that. */
  next(): void {
    if (this.done) return;
    if (this.moving) return this.#finish();
    const before = this.lesson;
    this.#go(this.place + 1);
    if (this.done) return;
    if (this.lesson !== before) this.#lay();
    this.#follow();
  }

  back(): void {
    if (this.place === 0) return;
    const { lesson } = this;
    this.#go(this.place - 1);
    if (this.lesson !== lesson || this.made !== this.step.after) this.#lay();
    this.#finish();
  }

  again(): void {
    this.#go(0);
    this.#lay();
  }

  /** Another lesson has just begun: its cards are new. */
  get dealtAnew(): boolean {
    return this.lesson !== LESSONS[0] && this.step === this.lesson.steps[0];
  }

  /** A friend's hand was chosen. */
  find(seat: number): void {
    const { task } = this.step;
    if (task.do !== 'find') return;
    if (seat === task.seat) this.next();
    else this.hint = task.wrong;
  }

  /** A card of one's own was chosen where a friend's hand is asked for. */
  findOwn(): void {
    if (this.step.task.do === 'find') this.hint = 'ownCards';
  }

  /** Do for the learner what is asked. */
  showMe(): void {
    const { task, after } = this.step;
    if (task.do === 'find') return this.next();
    const move = movesOf(this.lesson.name)[after]?.[0];
    if (task.do === 'act' && move) this.#make(move.table);
  }

  #act(action: Action): void {
    const { task, after } = this.step;
    if (task.do !== 'act' || this.moving) return;
    const move = movesOf(this.lesson.name)[after]?.find((way) => same(way.action, action));
    if (move) return this.#make(move.table);
    const held = this.table.play?.hands[this.table.you ?? 0] ?? [];
    const card = 'card' in action ? held.find(({ id }) => id === action.card) : undefined;
    this.hint = task.wrong({ action, card: card ?? null });
    void this.#keep(this.chooser);
  }

  /** After a wrong choice: it stays chosen, and a card that was dragged goes home. */
  async #keep(chooser: Chooser): Promise<void> {
    const { choice } = chooser;
    await tick();
    chooser.choice = choice;
    unrest();
  }

  /** The learner's own move, which leads to the next step. */
  #make(table: TableIs): void {
    this.#show(table);
    this.next();
  }

  /** Friends make the moves that come before the step's words, one after another. */
  #follow(): void {
    clearTimeout(this.#timer);
    this.moving = this.made < this.step.after;
    if (!this.moving) return;
    this.#timer = setTimeout(() => {
      this.#friend();
      this.#follow();
    }, READING);
  }

  #finish(): void {
    clearTimeout(this.#timer);
    while (this.made < this.step.after) this.#friend();
    this.moving = false;
  }

  #friend(): void {
    const move = movesOf(this.lesson.name)[this.made]?.[0];
    if (move) this.#show(move.table);
  }

  #show(table: TableIs): void {
    this.made++;
    this.table.show(table);
  }

  #go(place: number): void {
    clearTimeout(this.#timer);
    this.moving = false;
    this.place = Math.min(place, STEPS.length);
    this.hint = null;
    this.chooser.cancel();
  }

  /** The lesson's table as it is when the lesson begins. */
  #lay(): void {
    this.made = 0;
    this.table = this.#newTable();
    const chooser = new Chooser(this.table);
    const spectacle = new Spectacle();
    this.chooser = chooser;
    this.spectacle = spectacle;
    this.table.show(startOf(this.lesson.name));
    this.table.before = (fresh) => spectacle.before(fresh);
    this.table.after = (fresh, now) => {
      chooser.follow(now);
      void spectacle.after(fresh, now.play);
    };
  }

  #newTable(): ScriptedTable {
    return new ScriptedTable((action) => this.#act(action));
  }

  #at(place: number): { lesson: Lesson; step: Step } {
    const found = STEPS[Math.min(place, STEPS.length - 1)];
    if (!found) throw new Error('the introduction has no steps');
    return found;
  }
}
