import { Mark } from '@tiptap/core';
import { cutText } from '#contract/cut-text.ts';
import { MAX_ATTRIBUTE_CHARS } from '#contract/limits.ts';
import { hasAllowedScheme, isLink, readLinkAddress } from './link-address.ts';

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    safeLink: {
      setLink: (link: { href: string; title?: string | null }) => ReturnType;
      unsetLink: () => ReturnType;
    };
  }
}

/** Metadata of a transaction whose addresses are not linked. */
export const PREVENT_AUTOLINK = 'preventAutolink';

const SAFE_ATTRIBUTES = { target: '_blank', rel: 'noopener noreferrer nofollow' };

/**
 * Stores only address and title, so that no paste or peer can set how a link opens. Only the ten schemes are rendered.
 * Editors with write access remove refused addresses from the document.
 */
export const SafeLink = Mark.create({
  name: 'link',
  priority: 1000,
  keepOnSplit: false,
  exitable: true,
  inclusive: false,
  addAttributes: () => ({ href: { default: null }, title: { default: null, parseHTML: readTitle } }),
  parseHTML: () => [{ tag: 'a[href]', getAttrs: (a) => (isLink(a.getAttribute('href')) ? null : false) }],
  renderHTML({ HTMLAttributes: { href, title } }) {
    return [
      'a',
      {
        ...(hasAllowedScheme(href) ? { href: String(href) } : {}),
        ...(typeof title === 'string' ? { title } : {}),
        ...SAFE_ATTRIBUTES,
      },
      0,
    ];
  },
  addCommands() {
    return {
      setLink:
        ({ href, title }) =>
        ({ chain }) => {
          const address = readLinkAddress(href);
          if (address === null) return false;
          return chain()
            .setMark(this.name, { href: address, title: title ?? null })
            .setMeta(PREVENT_AUTOLINK, true)
            .run();
        },
      unsetLink:
        () =>
        ({ chain }) =>
          chain().unsetMark(this.name, { extendEmptyMarkRange: true }).setMeta(PREVENT_AUTOLINK, true).run(),
    };
  },
});

/** Read as a string: Tiptap would parse a title of digits as a number. */
const readTitle = (link: HTMLElement): string | null =>
  cutText(link.getAttribute('title') ?? '', MAX_ATTRIBUTE_CHARS) || null;
