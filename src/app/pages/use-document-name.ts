import { useTranslation } from 'react-i18next';

/** What a document is called where it needs a name: its title, or the word for having none. */
export function useDocumentName(title: string): string {
  const { t } = useTranslation('documents');
  return title.trim() || t('untitled');
}
