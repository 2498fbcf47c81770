import { useTranslation } from 'react-i18next';
import { isLanguage, type Language } from '#contract/languages.ts';
import { switchLanguage } from './start-i18n.ts';

/** The current language, for the functions of format.ts, and a function to change it. */
export function useLanguage(): { language: Language; change: (next: Language) => Promise<void> } {
  const { i18n } = useTranslation();
  const language = isLanguage(i18n.language) ? i18n.language : 'en-US';
  return { language, change: (next) => switchLanguage(i18n, next) };
}
