/** The languages of the interface and of mails, which are also those a text can have. */
export const LANGUAGES = ['en-US', 'cs'] as const;
export type Language = (typeof LANGUAGES)[number];

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value);
}
