import { InputRule, markInputRule } from '@tiptap/core';
import type { MarkType } from '@tiptap/pm/model';
import { readLinkAddress } from '../link-address.ts';
import { PREVENT_AUTOLINK } from './autolink.ts';

/** With a title in quotes, straight or as typography has made them; an address may hold brackets in pairs. */
const LINK = /\[([^[\]]+)\]\(((?:[^\s()]|\([^\s()]*\))+)(?:\s+(?:["“„](.*?)["“”]|['‘‚](.*?)['‘’]))?\)$/u;

/** `![` is an image, `\[` is meant as it stands. */
const OTHER = /[!\\]$/;

const isInCode = (before: string): boolean => before.split('`').length % 2 === 0;

/** `[words](address)` becomes a link with its last bracket. */
export function linkTypedMarkdown(link: MarkType): InputRule {
  const rule = markInputRule({
    type: link,
    find: (text) => {
      const match = LINK.exec(text);
      const [typed = '', words = '', address = ''] = match ?? [];
      const before = text.slice(0, text.length - typed.length);
      const href = readLinkAddress(address);
      if (!match || href === null || words.trim() === '' || OTHER.test(before) || isInCode(before))
        return null;
      const title = match[3] ?? match[4];
      return {
        index: match.index,
        text: typed,
        replaceWith: words,
        data: { href, title: title || null },
      };
    },
    getAttributes: ({ data }) => ({ href: data?.['href'], title: data?.['title'] }),
  });
  return new InputRule({
    find: rule.find,
    handler: (props) => {
      const result = rule.handler(props);
      if (result !== null && props.state.tr.docChanged) props.state.tr.setMeta(PREVENT_AUTOLINK, true);
      return result;
    },
  });
}
