/** The languages of the interface, and which one a person sees. */

export const LANGUAGES = ['en-US', 'cs'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each language in its own words: whoever looks for theirs need not read another. */
export const LANGUAGE_NAMES: Record<Language, string> = { 'en-US': 'English', cs: 'Čeština' };

/** Read by public/boot.js too. */
const STORAGE_KEY = 'spolu.language';

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value);
}

/** The choice made earlier, else the first of the browser's languages that Spolu speaks, else English. */
export function chooseLanguage(stored: string | null, preferred: readonly string[]): Language {
  if (isLanguage(stored)) return stored;
  for (const tag of preferred) {
    if (/^cs\b/i.test(tag)) return 'cs';
    if (/^en\b/i.test(tag)) return 'en-US';
  }
  return 'en-US';
}

export function readStoredLanguage(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch (error) {
    if (error instanceof DOMException) return null; // storage is blocked
    throw error;
  }
}

export function storeLanguage(language: Language): void {
  try {
    localStorage.setItem(STORAGE_KEY, language);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error; // blocked or full: the choice lasts for this page
  }
}
