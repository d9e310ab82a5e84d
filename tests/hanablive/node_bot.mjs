// A small bot of the kind that people write for hanab.live, for Node: it knows the protocol and no more.
// node [--experimental-websocket] node_bot.mjs http://127.0.0.1:8081 NAME PASSWORD GAMES

const [server, username, password, games] = process.argv.slice(2);
const tables = new Map();
const mine = { table: 0, seat: 0, turn: -1, clues: 8, hands: [], told: false };
let left = Number(games);
let socket;

const send = (command, body) => socket.send(`${command} ${JSON.stringify(body)}`);
const fail = (why) => {
  console.error(why);
  process.exit(1);
};

async function login() {
  const body = new URLSearchParams({ username, password, version: 'bot' });
  const answer = await fetch(`${server}/login`, { method: 'POST', body });
  if (answer.status !== 200) fail(`login: ${answer.status} ${await answer.text()}`);
  return answer.headers.get('set-cookie'); // the whole of it, as many bots do
}

/** Cards by their place in the deck; our own are unknown. */
function happened(action) {
  const { type, playerIndex, order } = action;
  if (type === 'draw') (mine.hands[playerIndex] ??= new Map()).set(order, action);
  if (type === 'play' || type === 'discard') mine.hands[playerIndex].delete(order);
  if (type === 'status') mine.clues = action.clues;
  if (type === 'turn') mine.turn = action.currentPlayerIndex;
}

/** A clue if there is a token; otherwise the oldest card is played. */
function move() {
  const { table: tableID, seat, hands, clues } = mine;
  const next = (seat + 1) % hands.length;
  const [seen] = hands[next].values();
  const [oldest] = hands[seat].keys();
  if (clues > 0) send('action', { tableID, type: 3, target: next, value: seen.rank });
  else send('action', { tableID, type: 0, target: oldest });
}

const moveIfAsked = () => mine.turn === mine.seat && move();

const handlers = {
  welcome: ({ playingAtTables }) => playingAtTables.forEach((tableID) => send('tableReattend', { tableID })),
  tableList: (list) => list.forEach((table) => tables.set(table.id, table)),
  table: (table) => tables.set(table.id, table),
  tableGone: ({ tableID }) => tables.delete(tableID),
  chat({ msg, who, room, recipient }) {
    if (room.startsWith('table') || recipient !== username || !msg.startsWith('/join')) return;
    const asked = [...tables.values()].filter((table) => table.players.includes(who) && !table.running);
    if (asked.length !== 1) fail(`${asked.length} tables of ${who}`);
    send('tableJoin', { tableID: asked[0].id });
  },
  joined: ({ tableID }) => (mine.table = tableID),
  tableStart: ({ tableID }) => send('getGameInfo1', { tableID }),
  init({ tableID, ourPlayerIndex }) {
    Object.assign(mine, { table: tableID, seat: ourPlayerIndex, clues: 8, hands: [], turn: -1, told: false });
    send('getGameInfo2', { tableID });
  },
  gameActionList({ list }) {
    list.forEach(happened);
    mine.told = true;
  },
  noteListPlayer({ tableID }) {
    if (!mine.told) fail('notes came before the actions');
    send('loaded', { tableID });
    moveIfAsked();
  },
  gameAction({ action }) {
    happened(action);
    if (action.type === 'turn') moveIfAsked();
  },
  finishOngoingGame({ tableID }) {
    send('tableUnattend', { tableID });
    console.log(`game over at table ${tableID}`);
    left -= 1;
    if (left === 0) socket.close();
  },
  warning: ({ warning }) => fail(`warned: ${warning}`),
  error: ({ error }) => fail(`error: ${error}`),
};

socket = new WebSocket(`${server.replace('http', 'ws')}/ws`, { headers: { Cookie: await login() } });
socket.onopen = () => console.log('connected');
socket.onerror = () => fail('no connection');
socket.onclose = () => process.exit(left === 0 ? 0 : 1);
socket.onmessage = ({ data }) => {
  const blank = data.indexOf(' ');
  handlers[data.slice(0, blank)]?.(JSON.parse(data.slice(blank + 1)));
};
