import type { i18n as I18n } from 'i18next';
import { useContext } from 'react';
import { I18nContext } from 'react-i18next';

/** The instance, which is stable; `useTranslation` returns another one per language. */
export function useI18n(): I18n {
  const { i18n } = useContext(I18nContext);
  return i18n;
}
