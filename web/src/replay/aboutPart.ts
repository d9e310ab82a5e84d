/** What is shown of a game in short: how it ended, or what can be done with it, or both and the ways out. */
export type AboutPart = 'all' | 'result' | 'deeds';
