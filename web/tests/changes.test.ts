import { describe, expect, test, vi } from 'vitest';
import { withChanges } from '../src/lib/changes';
import { TableState } from '../src/lib/table.svelte';
import type { TableChanged, TableIs } from '../src/lib/wire';
import recorded from './changes.json';
import { FakeSocket, withTable } from './sitting';

withTable();

/** What an onlooker is sent in the course of a game, and the whole table each time. */
const STEPS = recorded as unknown as { sent: TableIs | TableChanged; whole: TableIs }[];

test('changes put together are the whole table', () => {
  let table: TableIs | null = null;
  for (const { sent, whole } of STEPS) {
    table = sent.type === 'table' ? sent : withChanges(table, sent);
    expect(table).toEqual(whole);
  }
  expect(STEPS.filter(({ sent }) => sent.type === 'table-changed').length).toBeGreaterThan(10);
});

describe('a page that is sent changes', () => {
  const open = (): [TableState, FakeSocket] => {
    vi.stubGlobal('WebSocket', FakeSocket);
    const state = new TableState();
    state.connect('a-table');
    return [state, FakeSocket.all.at(-1) as FakeSocket];
  };

  test('asks for them, and shows what a page with whole tables shows', () => {
    const [state, socket] = open();
    expect(socket.url).toContain('changes=1');
    const [whole] = open();
    for (const step of STEPS) {
      state.receive(step.sent);
      whole.receive(step.whole);
    }
    state.skip();
    whole.skip();
    expect(state.now).toEqual(whole.now);
    expect(state.events).toEqual(whole.events);
    expect(state.lines).toEqual(whole.lines);
  });

  test('asks for everything if a message is missing in between', () => {
    const [state] = open();
    const [first, , third] = STEPS;
    state.receive(first?.sent as TableIs);
    const before = FakeSocket.all.length;
    state.receive(third?.sent as TableChanged);
    expect(FakeSocket.all).toHaveLength(before + 1);
    expect(FakeSocket.all.at(-1)?.url).toContain('events_from=0');
    state.receive(third?.whole as TableIs);
  });
});
