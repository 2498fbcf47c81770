import { getMarkRange, type Editor } from '@tiptap/core';
import { hasAllowedScheme } from '../link-address.ts';

/** The address of the link that the caret is in or next to. */
export function linkAtCaret({ schema, state }: Editor): string | null {
  const link = schema.marks['link'];
  const range = link && getMarkRange(state.selection.$from, link);
  if (!link || !range) return null;
  const href: unknown = link.isInSet(state.doc.nodeAt(range.from)?.marks ?? [])?.attrs['href'];
  return typeof href === 'string' ? href : null;
}

/** Puts the caret into a link that was clicked, unless it is there already; the browser tells of it a moment later. */
export function moveCaretInto({ view, schema, state, commands }: Editor, anchor: HTMLAnchorElement): void {
  const link = schema.marks['link'];
  const at = view.posAtDOM(anchor, 0);
  const range = link && getMarkRange(state.doc.resolve(at), link);
  if (!range) return;
  const { from, to } = state.selection;
  if (from < range.from || to > range.to) commands.setTextSelection(range.to);
}

/** Opens an address in a new tab; false when it is not one of the allowed. */
export function openLink(href: string | null): boolean {
  if (href === null || !hasAllowedScheme(href)) return false;
  window.open(href, '_blank', 'noopener,noreferrer');
  return true;
}
