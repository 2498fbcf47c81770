/** The choice of a language for the interface. */
import { isLanguage, type Language } from '#contract/languages.ts';

/** Each language is named in itself, so that its speakers can find it. */
export const LANGUAGE_NAMES: Record<Language, string> = { 'en-US': 'English', cs: 'Čeština' };

/** Also read by public/boot.js. */
const STORAGE_KEY = 'spolu.language';

/** The stored choice, else the first supported language of the browser, else English. */
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
