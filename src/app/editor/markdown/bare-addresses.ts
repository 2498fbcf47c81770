/** Links addresses without angle brackets, as GitHub does. */
import type MarkdownIt from 'markdown-it';
import type { StateCore, Token } from 'markdown-it';

const WEB = String.raw`(?:(?:https?|ftp):\/\/|www\.)[\p{L}\p{N}_-]+[^\s<]{0,2000}`;
const MAILBOX = String.raw`(?:mailto:|xmpp:)?[\w.+-]{1,64}@[\p{L}\p{N}_-]{1,63}(?:\.[\p{L}\p{N}_-]{1,63}){1,9}`;
const ROOM = String.raw`(?:(?<=xmpp:\S*)\/[\p{L}\p{N}@.]{1,200})?`;
const ADDRESS = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${WEB}|${MAILBOX}${ROOM})`, 'giu');

export function readBareAddresses(markdown: MarkdownIt): void {
  markdown.core.ruler.before('linkify', 'bare_addresses', ({ tokens, Token }) => {
    for (const block of tokens) {
      if (block.type === 'inline' && block.children) block.children = linkAll(block.children, Token);
    }
  });
}

function linkAll(tokens: readonly Token[], make: StateCore['Token']): Token[] {
  let depth = 0;
  return tokens.flatMap((token) => {
    if (token.type === 'link_open' || /^<a[\s>]/i.test(token.content)) depth += 1;
    if (token.type === 'link_close' || /^<\/a\s*>/i.test(token.content)) depth -= 1;
    return depth > 0 || token.type !== 'text' ? [token] : link(token, make);
  });
}

function link(token: Token, make: StateCore['Token']): Token[] {
  const made: Token[] = [];
  const text = (content: string): void => {
    const piece = new make('text', '', 0);
    piece.content = content;
    if (content !== '') made.push(piece);
  };
  let done = 0;
  for (const { 0: found, index } of token.content.matchAll(ADDRESS)) {
    const address = trimAddress(found);
    const href = isCutMailbox(found) ? null : hrefOf(address);
    if (href === null) continue;
    text(token.content.slice(done, index));
    const opening = new make('link_open', 'a', 1);
    opening.attrSet('href', href);
    made.push(opening);
    text(address);
    made.push(new make('link_close', 'a', -1));
    done = index + address.length;
  }
  if (done === 0) return [token];
  text(token.content.slice(done));
  return made;
}

/** Removes the punctuation of the sentence around an address. */
function trimAddress(found: string): string {
  let address = found;
  for (;;) {
    const shorter = address
      .replace(/&[a-z\d]+;$/i, '')
      .replace(/[?!.,:*_~'"„“”‚‘’»…]$/u, '')
      .replace(/\)$/, address.split(')').length > address.split('(').length ? '' : ')');
    if (shorter === address) return address;
    address = shorter;
  }
}

/** No top-level domain ends this way. */
const isCutMailbox = (found: string): boolean => /[-_]$/.test(found) && !/^(?:\w+:\/\/|www\.)/i.test(found);

function hrefOf(address: string): string | null {
  if (/^(?:https?|ftp):/i.test(address)) return address;
  // The last two labels of a host have no underscore.
  if (/^www\./i.test(address)) return /^www\.[^/?#]*[^/?#._]/i.test(address) ? `http://${address}` : null;
  const isMailbox = /@(?:[\p{L}\p{N}_-]+\.)+[\p{L}\p{N}]+(?:\/.*)?$/u.test(address);
  if (!isMailbox) return null;
  return /^(?:mailto|xmpp):/i.test(address) ? address : `mailto:${address}`;
}
