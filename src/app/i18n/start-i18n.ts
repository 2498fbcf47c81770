import { createInstance, type i18n as I18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { isLanguage, storeLanguage, type Language } from './language.ts';
import { keepSingleLettersWithNextWord } from './non-breaking.ts';
import { resources } from './resources.ts';

/**
 * An i18next instance with both languages inside: switching needs no request, so it cannot fail and needs no reload.
 * `onLanguage` is told the language now and after each change.
 */
export function startI18n(language: Language, onLanguage?: (language: Language) => void): I18n {
  const instance = createInstance();
  instance.use(initReactI18next);
  instance.use({
    type: 'postProcessor',
    name: 'nonBreaking',
    process: (
      text: string,
      _key: string | string[],
      options: { lng?: string },
      translator: { language: string },
    ) => ((options.lng ?? translator.language) === 'cs' ? keepSingleLettersWithNextWord(text) : text),
  });
  instance.on('languageChanged', (next) => {
    if (isLanguage(next)) onLanguage?.(next);
  });
  void instance.init({
    lng: language,
    fallbackLng: 'en-US',
    supportedLngs: Object.keys(resources),
    resources,
    defaultNS: 'common',
    initAsync: false,
    postProcess: ['nonBreaking'],
    interpolation: { escapeValue: false },
  });
  return instance;
}

/** Remembers the choice on this device and switches every string at once. */
export async function switchLanguage(i18n: I18n, language: Language): Promise<void> {
  storeLanguage(language);
  await i18n.changeLanguage(language);
}
