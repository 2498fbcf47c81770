import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { setTabName } from '../ui/tab-title.ts';

/** Key of react-router for the URL the tab was opened with. */
const FIRST_PAGE = 'default';

/**
 * Sets the title of the tab. After navigation moves the focus to the heading, so that screen readers announce the new
 * page. On the first page the focus stays where the browser puts it.
 */
export function usePage(name: string): void {
  const { t } = useTranslation('common');
  const { key } = useLocation();
  const title = name ? t('pageTitle', { page: name }) : t('appName');
  useEffect(() => {
    setTabName(title);
  }, [title]);
  useEffect(() => {
    // A page may have set the focus itself, for example to the title of a new document.
    if (key === FIRST_PAGE || document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
    // On mount only: a change of the URL within a page keeps the focus.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}
