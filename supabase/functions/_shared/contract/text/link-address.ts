import { MAX_ADDRESS_CHARS } from '../limits.ts';

/** The only schemes a link may have; any other is refused, whatever its source. */
const LINK_SCHEMES: ReadonlySet<string> = new Set([
  'http',
  'https',
  'ftp',
  'ftps',
  'mailto',
  'tel',
  'callto',
  'sms',
  'cid',
  'xmpp',
]);

const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
const EMAIL = /^[^\s@/:]+@(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}$/u;
const BARE = /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?::\d+)?(?:[/?#]|$)/u;

/** Browsers drop tabs, line ends and leading control characters before they read the scheme, and so does this. */
const BLANKS = /[\p{Cc}\p{Cf}\p{Z}]/gu;

const withoutBlanks = (address: unknown): string =>
  typeof address === 'string' ? address.replace(BLANKS, '') : '';

/** True for an absolute address whose scheme is one of the ten. */
export function hasAllowedScheme(address: unknown): boolean {
  const scheme = SCHEME.exec(withoutBlanks(address))?.[1];
  return scheme !== undefined && LINK_SCHEMES.has(scheme.toLowerCase());
}

/** The same for an address that may be stored: of limited length. */
export const isLink = (address: string | null): address is string =>
  address !== null && address.length <= MAX_ADDRESS_CHARS && hasAllowedScheme(address);

/**
 * The address to store for a typed one. It is unchanged if its scheme is allowed, gets `https://` or `mailto:` if it is a bare
 * host or email address, and is null if it is refused.
 */
export function readLinkAddress(typed: unknown): string | null {
  if (typeof typed !== 'string' || typed.length > MAX_ADDRESS_CHARS) return null;
  const address = typed.trim();
  const plain = withoutBlanks(address);
  if (hasAllowedScheme(address)) return address;
  if (EMAIL.test(plain)) return `mailto:${plain}`;
  // A host with a port reads like a scheme (`example.cz:8080`), so hosts are tried before schemes are refused.
  if (BARE.test(plain)) return `https://${plain}`;
  return null;
}
