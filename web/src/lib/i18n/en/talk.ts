/** English: talk at the table. */

import type { TalkWords } from '../words/talk';

export const talk: TalkWords = {
  title: 'Talk',
  unread: (n) => `${n} new`,
  nothing: 'Nobody has said anything yet.',
  remarksTitle: 'Say it with one tap',
  remarks: {
    hello: 'Hello.',
    'one-moment': 'One moment, please.',
    'take-your-time': 'Take your time.',
    'know-nothing': 'I know nothing about my cards yet.',
    remember: 'Do you remember your cards?',
    'well-done': 'Well done.',
    thanks: 'Thank you.',
    oops: 'Oops.',
    'good-game': 'Good game.',
  },
  field: 'Say something',
  send: 'Say it',
  whyNot: {
    watching: 'You’re watching: at this table only the players talk.',
    clues: 'At this table, only clues are said during the game. Afterwards everybody can talk.',
    remarks: 'During the game this table keeps to these remarks.',
    hush: 'Right now only the player whose turn it is may talk.',
  },
  somebody: 'Somebody',
  lines: {
    seated: '{who} sits down.',
    left: '{who} has left the seat.',
    replaced: '{who} has stopped answering; a cautious bot plays on.',
    'asked-back': '{who} would like to take a move back.',
    agreed: '{who} agrees.',
    declined: '{who} would rather go on.',
    'took-back': '{who} takes a move back.',
    ended: '{who} ends the game here.',
    watched: '{who} is watching and can see all hands.',
  },
};
