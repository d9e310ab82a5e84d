/** The pages of help at a table. */

const PAGES = ['help', 'rules', 'conventions', 'keys'] as const;
export type HelpPage = (typeof PAGES)[number];
export const isHelp = (sheet: string): sheet is HelpPage => PAGES.some((page) => page === sheet);
