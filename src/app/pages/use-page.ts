import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';

/** Key that react-router gives to the address the tab was opened with. */
const FIRST_PAGE = 'default';

/**
 * Names the tab, and on the way from another page moves the focus to the heading, so that whoever cannot see the page
 * change hears it. The first page leaves the focus to the browser.
 */
export function usePage(name: string): void {
  const { t } = useTranslation('common');
  const { key } = useLocation();
  const title = name ? t('pageTitle', { page: name }) : t('appName');
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    // A page that put the focus somewhere itself, such as into the title of a new document, knows better.
    if (key === FIRST_PAGE || document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
    // Once for each page: a change of address inside a page keeps the focus where it is.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}
