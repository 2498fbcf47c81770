/**
 * Lazily loads the texts of one language: those of every page first, those of documents, accounts, the list, sharing
 * and versions when first shown.
 */
import type { BackendModule, ResourceLanguage } from 'i18next';
import { isLanguage, type Language } from './language.ts';

/** Namespaces of every page. */
export const FIRST_NAMESPACES: readonly string[] = ['auth', 'common', 'documents', 'errors', 'unsent'];

/** Additional namespaces of an open document. */
export const DOCUMENT_NAMESPACES = ['editor', 'presence', 'reading', 'room'] as const;

const RETRY_MS = 2000;

type Load = () => Promise<{ readonly words: ResourceLanguage }>;

const FIRST: Record<Language, Load> = { 'en-US': () => import('./en-us.ts'), cs: () => import('./cs.ts') };
const ACCOUNT: Record<Language, Load> = {
  'en-US': () => import('./en-us-account.ts'),
  cs: () => import('./cs-account.ts'),
};
const LIST: Record<Language, Load> = {
  'en-US': () => import('./en-us-list.ts'),
  cs: () => import('./cs-list.ts'),
};
const SHARING: Record<Language, Load> = {
  'en-US': () => import('./en-us-sharing.ts'),
  cs: () => import('./cs-sharing.ts'),
};
const HISTORY: Record<Language, Load> = {
  'en-US': () => import('./en-us-history.ts'),
  cs: () => import('./cs-history.ts'),
};
const DOCUMENT: Record<Language, Load> = {
  'en-US': () => import('./en-us-document.ts'),
  cs: () => import('./cs-document.ts'),
};

export const wordsBackend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, done) => {
    if (!isLanguage(language)) throw new Error(`There are no texts in ${language}`);
    void insist(groupOf(namespace)[language]).then(({ words }) => done(null, words[namespace]));
  },
};

function groupOf(namespace: string): Record<Language, Load> {
  if (namespace === 'account') return ACCOUNT;
  if (namespace === 'list') return LIST;
  if (namespace === 'sharing') return SHARING;
  if (namespace === 'history') return HISTORY;
  return FIRST_NAMESPACES.includes(namespace) ? FIRST : DOCUMENT;
}

/** Retries until it succeeds: a page cannot render without its texts. */
async function insist<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    const part = await load().catch(() => null);
    if (part !== null) return part;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}
