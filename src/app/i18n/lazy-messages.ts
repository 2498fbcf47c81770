/** Lazy loading of messages: only those of the language shown, and only the namespaces that the page needs. */
import type { BackendModule, ResourceLanguage } from 'i18next';
import { isLanguage, type Language } from '#contract/languages.ts';

export const EVERY_PAGE_NAMESPACES = ['auth', 'common', 'documents', 'errors', 'unsent'] as const;

/** Needed in addition by an open document. */
export const DOCUMENT_NAMESPACES = ['documentPage', 'editor', 'presence'] as const;

const RETRY_MS = 2000;

/** Namespaces that are loaded together: one chunk for each language. */
interface Group {
  readonly namespaces: readonly string[];
  readonly load: Readonly<Record<Language, () => Promise<ResourceLanguage>>>;
}

const GROUPS: readonly Group[] = [
  {
    namespaces: EVERY_PAGE_NAMESPACES,
    load: { 'en-US': () => import('./en-us/every-page.ts'), cs: () => import('./cs/every-page.ts') },
  },
  {
    namespaces: DOCUMENT_NAMESPACES,
    load: { 'en-US': () => import('./en-us/open-document.ts'), cs: () => import('./cs/open-document.ts') },
  },
  {
    namespaces: ['account', 'unsubscribe'],
    load: { 'en-US': () => import('./en-us/account.ts'), cs: () => import('./cs/account.ts') },
  },
  {
    namespaces: ['archive'],
    load: { 'en-US': () => import('./en-us/archive.ts'), cs: () => import('./cs/archive.ts') },
  },
  {
    namespaces: ['comments'],
    load: { 'en-US': () => import('./en-us/comments.ts'), cs: () => import('./cs/comments.ts') },
  },
  {
    namespaces: ['comparison', 'history', 'playback', 'proof'],
    load: {
      'en-US': () => import('./en-us/earlier-versions.ts'),
      cs: () => import('./cs/earlier-versions.ts'),
    },
  },
  {
    namespaces: ['documentList'],
    load: { 'en-US': () => import('./en-us/document-list.ts'), cs: () => import('./cs/document-list.ts') },
  },
  {
    namespaces: ['find'],
    load: { 'en-US': () => import('./en-us/find.ts'), cs: () => import('./cs/find.ts') },
  },
  {
    namespaces: ['formats', 'imports'],
    load: { 'en-US': () => import('./en-us/formats.ts'), cs: () => import('./cs/formats.ts') },
  },
  {
    namespaces: ['lateEditor', 'latePresence'],
    load: { 'en-US': () => import('./en-us/late-document.ts'), cs: () => import('./cs/late-document.ts') },
  },
  {
    namespaces: ['notifications'],
    load: { 'en-US': () => import('./en-us/notifications.ts'), cs: () => import('./cs/notifications.ts') },
  },
  {
    namespaces: ['sharing'],
    load: { 'en-US': () => import('./en-us/sharing.ts'), cs: () => import('./cs/sharing.ts') },
  },
  {
    namespaces: ['offline', 'templates'],
    load: { 'en-US': () => import('./en-us/templates.ts'), cs: () => import('./cs/templates.ts') },
  },
];

export const messagesBackend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, done) => {
    const group = GROUPS.find(({ namespaces }) => namespaces.includes(namespace));
    if (!isLanguage(language) || !group) throw new Error(`There are no messages ${namespace} in ${language}`);
    void retryUntilLoaded(group.load[language]).then((messages) => done(null, messages[namespace]));
  },
};

/** Never gives up: a page cannot be shown without its messages. */
async function retryUntilLoaded<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    const loaded = await load().catch(() => null);
    if (loaded !== null) return loaded;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}
