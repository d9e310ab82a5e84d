/** English: the feel of the table. */

import type { Feel } from '../words/feel';

export const feel: Feel = {
  settings: 'Settings',
  switches: {
    sound: ['Sound', 'a bell when it’s your turn, fireworks when a card lands'],
    vibration: ['Vibration', 'a short buzz when it’s your turn'],
    notifications: ['Notifications', 'when it’s your turn and you’re looking elsewhere'],
    singleKeys: ['Single-key shortcuts', 'p plays, d discards, letters and digits give clues'],
    counting: ['Help with counting', 'on your cards: what they can still be, given every card you see'],
  },
  notificationsBlocked: 'The browser doesn’t allow notifications from this page. You can change that in the browser’s settings.',
  notificationsMissing: 'This browser doesn’t offer notifications here.',
  vibrationMissing: 'This device can’t vibrate.',
  pace: 'Others move',
  paces: { quick: 'quickly', easy: 'calmly', slow: 'slowly' },
  theme: 'Sky',
  themes: { system: 'like the device', dark: 'night', light: 'day' },

  keys: {
    move: 'move between cards and teammates',
    choose: 'choose, and confirm',
    play: 'play the chosen card',
    discard: 'discard the chosen card',
    value: 'give that value as a clue; again to confirm',
    colour: 'give that colour as a clue, or announce it; again to confirm',
    order: 'move the chosen card one place left or right',
    turn: 'turn the chosen card',
    note: 'a private note on the chosen card',
    back: 'look back; then one step back or forward',
    next: 'the next button',
    cancel: 'never mind',
    help: 'this list',
  },
  singleKeysOff: 'Single-key shortcuts are switched off in the settings.',

  canBe: 'By counting, it can be',
  skipFinale: 'Tap or press any key to go on',
};
