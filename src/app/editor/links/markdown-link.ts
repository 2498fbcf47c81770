import { InputRule, markInputRule } from '@tiptap/core';
import type { MarkType } from '@tiptap/pm/model';
import { readLinkAddress } from '../schema/link-address.ts';
import { PREVENT_AUTOLINK } from '../schema/link.ts';

/** The title may have straight or typographic quotes; the address may contain balanced brackets. */
const LINK = /\[([^[\]]+)\]\(((?:[^\s()]|\([^\s()]*\))+)(?:\s+(?:["“„](.*?)["“”]|['‘‚](.*?)['‘’]))?\)$/u;

/** `![` starts an image, `\[` is escaped. */
const OTHER = /[!\\]$/;

const isInCode = (before: string): boolean => before.split('`').length % 2 === 0;

/** Turns `[text](address)` into a link when its last bracket is typed. */
export function linkTypedMarkdown(link: MarkType): InputRule {
  const rule = markInputRule({
    type: link,
    find: (text) => {
      const match = LINK.exec(text);
      const [typed = '', label = '', address = ''] = match ?? [];
      const before = text.slice(0, text.length - typed.length);
      const href = readLinkAddress(address);
      if (!match || href === null || label.trim() === '' || OTHER.test(before) || isInCode(before))
        return null;
      const title = match[3] ?? match[4];
      return {
        index: match.index,
        text: typed,
        replaceWith: label,
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
