/** Dates as the visitor writes them: in the language spoken here, in the browser's kind of it. */

import { language } from './i18n';

const locale = (): string => navigator.languages.find((tag) => tag.split('-')[0] === language()) ?? language();

export const dates = (format: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale(), format);
