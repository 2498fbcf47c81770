import { getMarkRange, type Editor } from '@tiptap/core';
import { hasAllowedScheme } from '../schema/link-address.ts';

/** The address of the link at or next to the caret. */
export function linkAtCaret({ schema, state }: Editor): string | null {
  const link = schema.marks['link'];
  const range = link && getMarkRange(state.selection.$from, link);
  if (!link || !range) return null;
  const href: unknown = link.isInSet(state.doc.nodeAt(range.from)?.marks ?? [])?.attrs['href'];
  return typeof href === 'string' ? href : null;
}

/** Moves the selection into a clicked link unless it is there; the browser reports its own change only later. */
export function moveCaretInto({ view, schema, state, commands }: Editor, anchor: HTMLAnchorElement): void {
  const link = schema.marks['link'];
  const at = view.posAtDOM(anchor, 0);
  const range = link && getMarkRange(state.doc.resolve(at), link);
  if (!range) return;
  const { from, to } = state.selection;
  if (from < range.from || to > range.to) commands.setTextSelection(range.to);
}

/** Opens an address in a new tab; false when its scheme is not allowed. */
export function openLink(href: string | null): boolean {
  if (href === null || !hasAllowedScheme(href)) return false;
  window.open(href, '_blank', 'noopener,noreferrer');
  return true;
}
