/** English: the feel of the table. */

import type { Feel } from '../words/feel';

export const feel: Feel = {
  settings: 'Settings',
  switches: {
    sound: ['Sound', 'a bell when it is your turn, fireworks when a card lands'],
    vibration: ['Vibration', 'a short buzz when it is your turn'],
    notifications: ['Notifications', 'when it is your turn and you are looking elsewhere'],
    singleKeys: ['Single keys', 'p plays, d discards, letters and digits give clues'],
    counting: ['Help with counting', 'on your cards: what they can still be after all the cards you see'],
  },
  notificationsBlocked: 'The browser does not allow notifications from this page. You can change that in the browser’s settings.',
  notificationsMissing: 'This browser knows no notifications here.',
  vibrationMissing: 'This device cannot vibrate.',
  pace: 'Others move',
  paces: { quick: 'quickly', easy: 'at ease', slow: 'slowly' },
  theme: 'Sky',
  themes: { system: 'as the device', dark: 'night', light: 'day' },

  keys: {
    move: 'move between cards and teammates',
    choose: 'choose, and confirm',
    play: 'play the chosen card',
    discard: 'discard the chosen card',
    value: 'tell that value; once more to confirm',
    colour: 'tell that colour, or announce it; once more to confirm',
    order: 'put the chosen card one place to the left, to the right',
    turn: 'turn the chosen card',
    note: 'a private note on the chosen card',
    back: 'look back; inside, one step back, one step on',
    next: 'the next button',
    cancel: 'never mind',
    help: 'this list',
  },
  singleKeysOff: 'Single keys are switched off in the settings.',

  canBe: 'By counting it can be',
  skipFinale: 'Tap or press a key to go on',
};
