import { createInstance, type i18n as I18n, type Resource } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { isLanguage, LANGUAGES, type Language } from '#contract/languages.ts';
import { storeLanguage } from './language.ts';
import { EVERY_PAGE_NAMESPACES, messagesBackend } from './lazy-messages.ts';

/**
 * Creates an i18next instance that loads missing texts on demand. `onLanguage` is called with the initial language and
 * after each change.
 */
export function startI18n(
  language: Language,
  bundled: Resource = {},
  onLanguage?: (language: Language) => void,
): I18n {
  const instance = createInstance();
  instance.use(messagesBackend);
  instance.use(initReactI18next);
  instance.use({
    type: 'postProcessor',
    name: 'nonBreaking',
    process: (
      text: string,
      _key: string | string[],
      options: { lng?: string },
      translator: { language: string },
    ) => ((options.lng ?? translator.language) === 'cs' ? keepTogether(text) : text),
  });
  instance.on('languageChanged', (next) => {
    if (isLanguage(next)) onLanguage?.(next);
  });
  void instance.init({
    lng: language,
    // Every language has every text.
    fallbackLng: false,
    supportedLngs: [...LANGUAGES],
    resources: bundled,
    partialBundledLanguages: true,
    // A copy, because i18next modifies it.
    ns: [...EVERY_PAGE_NAMESPACES],
    defaultNS: 'common',
    initAsync: false,
    postProcess: ['nonBreaking'],
    interpolation: { escapeValue: false },
  });
  return instance;
}

/** Stores the choice on this device and switches all texts at once when they are loaded. */
export async function switchLanguage(i18n: I18n, language: Language): Promise<void> {
  storeLanguage(language);
  await i18n.changeLanguage(language);
}

/** Resolves when the texts of every page are loaded. */
export const loadFirstMessages = (i18n: I18n): Promise<void> =>
  i18n.loadNamespaces([...EVERY_PAGE_NAMESPACES]);

/** Czech typography: a line must not end with a one-letter preposition or conjunction, nor with a number before its unit. */
const SINGLE_LETTER = /(?<=^|[\s(„])([ksvzouaiKSVZOUAI]) (?=\S)/gu;

const NUMBER = /(?<=\d) (?=[\p{L}%])/gu;

export function keepTogether(text: string): string {
  return text.replace(SINGLE_LETTER, '$1\u00a0').replace(NUMBER, '\u00a0');
}
