import { later } from '../../ui/load-later.tsx';
import { readLinkAddress } from '../schema/link-address.ts';

export interface FoundAddress {
  /** Offset in the text, without quotes, brackets and punctuation around the address. */
  readonly start: number;
  readonly end: number;
  /** As stored in a link. */
  readonly href: string;
}

/** The list of top-level domains. */
export const hosts = later(() => import('linkifyjs'));

const OPENING = /^[("'„“”‚‘’«[{<（「『【〔《〈]+/u;
/** Punctuation of other scripts, such as `。` and `؟`, is part of no address when it ends one. */
const CLOSING = /[.,;:!?…"'“”‘’»)\]}>]$|(?!\p{ASCII})\p{P}$/u;
/** Chinese and Japanese have no spaces, and these are punctuation wherever they stand. */
const BREAK = /[、。，．；：！？「」『』【】〔〕《》〈〉（）]/u;
/** Another script, or a word and punctuation as in `(see:https://a.cz)`. */
const BEFORE = /^(?:\P{ASCII}+|[^\s/?#@.]*[[({<"'„“:;,=|])(?=(?:https?:\/\/|www\.)\S)/iu;
/** Between two addresses without a space. */
const NEXT = /^[,;|](?=(?:https?:\/\/|www\.)\S)/i;
const BRACKETS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
const CLOSED_BY: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };

const WEB = /^(?:https?|ftps?):\/\/[^\s/?#]/i;
const NUMBER = /^(?:tel|sms|callto):\+?[\d()/.-]{3,}$/i;
const MAILBOX = /^(?:(?:mailto|xmpp):)?[^\s@/:]+@(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:\?\S*)?$/iu;
const WWW = /^www\.[^\s.]+\.\S{2,}/i;
/** File names that could be host names, such as `notes.md`. */
const FILE = /^[^/]+\.(?:bz|cab|cc|java|map|md|mm|mo|pl|pm|properties|ps|py|rs|sc|sh|so|st|zip|mov)$/i;

/** The first address in a word, without the punctuation around it; null for any other word. */
export function findAddress(word: string): FoundAddress | null {
  if (!/[.:@]/.test(word)) return null;
  const start = BEFORE.exec(word)?.[0].length ?? OPENING.exec(word)?.[0].length ?? 0;
  let end = endOf(word, start);
  while (end > start && CLOSING.test(word.slice(start, end)) && !closesOwn(word.slice(start, end))) end -= 1;
  const core = word.slice(start, end);
  const href = isAddress(core) ? readLinkAddress(core) : null;
  return href === null ? null : { start, end, href };
}

interface AddressInText extends FoundAddress {
  /** The text between two spaces that contains it. */
  readonly word: { readonly start: number; readonly end: number };
}

/** All addresses in a text, in order. */
export function findAddresses(text: string): AddressInText[] {
  return [...text.matchAll(/\S+/gu)].flatMap(({ 0: letters, index }) => {
    const word = { start: index, end: index + letters.length };
    return addressesIn(letters).map(({ start, end, href }) => ({
      href,
      start: index + start,
      end: index + end,
      word,
    }));
  });
}

/** Several, if commas and no spaces separate them. */
function addressesIn(word: string): FoundAddress[] {
  const all: FoundAddress[] = [];
  for (let from = 0; from < word.length; from += 1) {
    const found = findAddress(word.slice(from));
    if (!found) break;
    all.push({ href: found.href, start: from + found.start, end: from + found.end });
    from += found.end;
    if (!NEXT.test(word.slice(from))) break;
  }
  return all;
}

function isAddress(core: string): boolean {
  if (WEB.test(core) || NUMBER.test(core) || MAILBOX.test(core) || WWW.test(core)) return true;
  // Only the list of top-level domains distinguishes `example.cz` from other words with a dot.
  return !core.includes('@') && !FILE.test(core) && hosts.read()?.test(core, 'url') === true;
}

/** Text without a space may follow: after the bracket that the one before the address opens, or after `。`. */
function endOf(word: string, start: number): number {
  const open = word[start - 1] ?? '';
  const close = CLOSED_BY[open];
  let depth = 1;
  for (let at = start; at < word.length; at += 1) {
    if (BREAK.test(word[at] ?? '') || NEXT.test(word.slice(at))) return at;
    if (word[at] === open) depth += 1;
    if (word[at] === close) depth -= 1;
    if (depth === 0) return at;
  }
  return word.length;
}

/** `…/Praha_(okres)` ends with a bracket that it also opens. */
function closesOwn(core: string): boolean {
  const open = BRACKETS[core.at(-1) ?? ''];
  if (open === undefined) return false;
  return core.split(open).length >= core.split(core.at(-1) ?? '').length;
}
