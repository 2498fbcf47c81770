/** All paths of the app; routes.tsx maps them to pages. */
export const PATHS = {
  home: '/',
  signIn: '/sign-in',
  signInByMail: '/sign-in/by-mail',
  secondFactor: '/sign-in/second-step',
  signUp: '/sign-up',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  documents: '/documents',
  document: '/documents/:documentId',
  proof: '/documents/:documentId/proof',
  /** Where anybody verifies a proof. */
  verify: '/verify',
  account: '/account',
  notifications: '/notifications',
  /** Target of mail links; the parameters are in the fragment. */
  confirm: '/confirm',
  /** The token of the invitation is in the fragment, which no server receives. */
  invitation: '/invitation',
  /** Target of links in mails that stop mails; the token is in the fragment. */
  unsubscribe: '/unsubscribe',
} as const;

/** The section of the account page about what others see. */
export const PRESENCE_SECTION = 'presence';
export const ACCOUNT_PRESENCE = `${PATHS.account}#${PRESENCE_SECTION}`;

export const documentPath = (documentId: string): string => `/documents/${documentId}`;

/** State of the history with which the list of documents begins a search. */
export const searchState = (search: string): { readonly search: string } => ({ search });
export const readSearchState = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'search' in state && typeof state.search === 'string'
    ? state.search
    : null;

/** Panels at the side of a document. The path of an open one is its name after the path of the document. */
export const PANEL_NAMES = ['history', 'comments'] as const;
export type PanelName = (typeof PANEL_NAMES)[number];

export const panelPath = (documentId: string, name: PanelName): string =>
  `${documentPath(documentId)}/${name}`;

/** Opens a document at a thread of comments. */
export const commentPath = (documentId: string, thread: string): string =>
  `${documentPath(documentId)}?comment=${thread}`;

/**
 * A version in the history, alone or compared with an earlier state. `versionId` may be `PRESENT`, the current text, or alone a row
 * of the log (`stateAt`). `beforeId` may be `PREVIOUS`, the version before, or a row of the log (`stateAt`).
 */
export interface ShownVersion {
  readonly versionId: string;
  readonly beforeId: string | null;
  /** Played back from the earlier state on, instead of compared with it. */
  readonly isPlayed?: boolean;
  /** The thread of comments to begin with. */
  readonly threadId?: string;
}
export const PREVIOUS = '';
export const PRESENT = 'present';
/** 0 is the empty document before the first row. */
export const stateAt = (seq: number): string => `@${seq}`;
export const readStateAt = (beforeId: string): number | null =>
  /^@\d{1,15}$/.test(beforeId) ? Number(beforeId.slice(1)) : null;

export function historyPath(documentId: string, shown: ShownVersion | null = null): string {
  const path = panelPath(documentId, 'history');
  if (shown === null) return path;
  const { versionId, beforeId, isPlayed = false, threadId } = shown;
  if (beforeId === null)
    return `${path}?version=${versionId}${threadId === undefined ? '' : `&thread=${threadId}`}`;
  return `${path}?${isPlayed ? 'play' : 'compare'}=${beforeId}..${versionId}`;
}

/** Inverse of `historyPath`. */
export function readShownVersion(search: URLSearchParams): ShownVersion | null {
  const play = search.get('play');
  const [beforeId, versionId, ...more] = (play ?? search.get('compare') ?? '').split('..');
  if (beforeId !== undefined && versionId && more.length === 0) {
    return { versionId, beforeId, ...(play === null ? {} : { isPlayed: true }) };
  }
  const alone = search.get('version');
  const threadId = search.get('thread');
  if (!alone) return null;
  return { versionId: alone, beforeId: null, ...(threadId === null ? {} : { threadId }) };
}

export const invitationPath = (token: string): string => `${PATHS.invitation}#${token}`;

const FOUND = '#find=';

/** Opens a document at the first place where these words stand. */
export const foundPath = (documentId: string, words: string): string =>
  `${documentPath(documentId)}${FOUND}${encodeURIComponent(words)}`;

/** The words of `foundPath`; null for another fragment. */
export function readFoundWords(hash: string): string | null {
  if (!hash.startsWith(FOUND)) return null;
  return new URLSearchParams(hash.slice(1)).get('find');
}

/** Path to sign-in and then back to `from` (path, query and hash). */
export function signInPath(from: string): string {
  return from === PATHS.home || from === PATHS.documents
    ? PATHS.signIn
    : `${PATHS.signIn}?next=${encodeURIComponent(from)}`;
}

/** Path to the second step of signing in and then to `next`. */
export const secondFactorPath = (next: string): string =>
  `${PATHS.secondFactor}?next=${encodeURIComponent(next)}`;

/** The path to open after sign-in. Only paths of this app: a link in a mail must not redirect elsewhere. */
export function readNextPath(search: string): string {
  const next = new URLSearchParams(search).get('next');
  if (!next?.startsWith('/')) return PATHS.documents;
  // Browsers read "//host" and "/\host" as another host, and drop tabs and newlines first.
  const url = URL.parse(next, 'http://spolu.invalid');
  if (url?.host !== 'spolu.invalid') return PATHS.documents;
  return oneSlash(url.pathname) + url.search + url.hash;
}

/** The path of an absolute URL, for navigation inside this app regardless of its host. */
export function readPathOf(address: string): string {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return PATHS.documents;
  return oneSlash(url.pathname) + url.search;
}

/** "/.//host" has the path "//host", which alone would be a URL of another host. */
const oneSlash = (pathname: string): string => pathname.replace(/^\/+/, '/');

/** The error that the auth service put into the fragment of this link, or null. */
export function readLinkFailure(hash: string): 'link_expired' | 'unexpected' | null {
  const code = new URLSearchParams(hash.slice(1)).get('error_code');
  if (code === null) return null;
  return code === 'otp_expired' ? 'link_expired' : 'unexpected';
}
