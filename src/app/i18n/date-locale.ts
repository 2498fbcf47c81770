import { cs } from 'date-fns/locale/cs';
import { enUS } from 'date-fns/locale/en-US';
import type { Language } from './language.ts';

const DATE_FNS_LOCALES = { cs, 'en-US': enUS } as const;

/** date-fns' own locale, for calendars; weeks start on Monday in Czech and on Sunday in US English. */
export const dateLocale = (language: Language): (typeof DATE_FNS_LOCALES)[Language] =>
  DATE_FNS_LOCALES[language];
