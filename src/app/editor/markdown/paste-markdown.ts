import { Extension } from '@tiptap/core';
import { Slice, type Node } from '@tiptap/pm/model';
import { Plugin, PluginKey, type EditorState, type Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { yUndoPluginKey } from '@tiptap/y-tiptap';
import type * as Y from 'yjs';
import { later } from '../../ui/load-later.tsx';
import { PREVENT_AUTOLINK } from '../schema/link.ts';
import { readPlainText } from './plain-text.ts';

const judging = later(() => import('./looks-like-markdown.ts'));
const reading = later(() => import('./own-markdown.ts'));

/** Text without any of these is not Markdown. Used until `looks-like-markdown.ts` has loaded. */
const SIGNS = /[*_#>`|~=[<\\&-]|\d[.)]/;

/** Offers to restore the pasted plain text; returns a function that hides the offer. */
export type OfferPlainText = (keep: () => void) => () => void;

/** Blocks just converted from Markdown, and their plain text. */
interface Reading {
  readonly from: number;
  readonly to: number;
  readonly plain: readonly Node[];
  readonly read: readonly Node[];
}

const key = new PluginKey<Reading | null>('pasteMarkdown');

/**
 * Converts pasted plain text that is Markdown, as a second step. Undo restores the plain text, and so does the offer
 * until that text changes. Pasting as plain text skips the conversion.
 */
export const pasteMarkdown = (offer: OfferPlainText) =>
  Extension.create({
    name: 'pasteMarkdown',
    addProseMirrorPlugins: () => [pastePlugin(offer)],
  });

function pastePlugin(offer: OfferPlainText): Plugin<Reading | null> {
  let asPlainText = false;
  return new Plugin<Reading | null>({
    key,
    state: { init: () => null, apply: (tr, last) => follow(tr.getMeta(key) ?? map(last, tr), tr) },
    view: (view) => showOffer(view, offer),
    props: {
      handleDOMEvents: {
        keydown: (_view, event) => {
          // Shift+Insert is a normal paste.
          asPlainText = event.shiftKey && event.key !== 'Insert';
          return false;
        },
      },
      clipboardTextParser: (text, $context, _plain, { state }) =>
        readPlainText(state.schema, text, $context.marks()),
      handlePaste(view, { clipboardData }, slice) {
        const text = clipboardData?.getData('text/plain') ?? '';
        const isRich = clipboardData?.getData('text/html') !== '';
        const inCode = view.state.selection.$from.parent.type.spec.code === true;
        const judge = judging.read();
        const mayBe = judge ? judge.looksLikeMarkdown(text) || judge.hasOwnSigns(text) : SIGNS.test(text);
        if (isRich || asPlainText || inCode || !mayBe) return false;
        void insertMarkdown(view, text, slice);
        return true;
      },
    },
  });
}

/** Null once these blocks have changed. */
function follow(last: Reading | null, { doc }: Transaction): Reading | null {
  if (!last || last.to > doc.content.size) return null;
  const { content } = doc.slice(last.from, last.to);
  return content.childCount === last.read.length &&
    last.read.every((node, index) => node.eq(content.child(index)))
    ? last
    : null;
}

function map(last: Reading | null, tr: Transaction): Reading | null {
  return last && { ...last, from: tr.mapping.map(last.from, 1), to: tr.mapping.map(last.to, -1) };
}

function showOffer(view: EditorView, offer: OfferPlainText) {
  let hide: (() => void) | null = null;
  const stop = (): void => {
    hide?.();
    hide = null;
  };
  return {
    update({ state }: EditorView, before: EditorState) {
      const [now, last] = [key.getState(state), key.getState(before)];
      if (now && now.read !== last?.read) hide = offer(() => keepPlainText(view));
      else if (!now && last) stop();
    },
    destroy: stop,
  };
}

function keepPlainText(view: EditorView): void {
  const last = key.getState(view.state);
  if (!last || view.isDestroyed || !view.editable) return;
  stopCapturing(view.state);
  const { tr } = view.state;
  tr.replaceWith(last.from, last.to, last.plain);
  view.dispatch(tr.setMeta(PREVENT_AUTOLINK, true).scrollIntoView());
  view.focus();
}

async function insertMarkdown(view: EditorView, text: string, slice: Slice): Promise<void> {
  const { from } = view.state.selection;
  view.dispatch(view.state.tr.replaceSelection(slice).setMeta(PREVENT_AUTOLINK, true).scrollIntoView());
  const to = view.state.selection.from;
  const pasted = view.state.doc.slice(from, to);
  await judging.ask();
  const judge = judging.read();
  const isMarkdown = judge?.looksLikeMarkdown(text) === true;
  if (!isMarkdown && judge?.hasOwnSigns(text) !== true) return;
  await reading.ask();
  // Loading has failed.
  const part = reading.read();
  if (!part) return;
  const { schema } = view.state;
  if (!isMarkdown && !part.isOwnMarkdown(schema, text)) return;
  const { doc, tr } = view.state;
  // If that text or text above it has changed since, the pasted text stays plain.
  if (view.isDestroyed || !view.editable || to > doc.content.size || !doc.slice(from, to).eq(pasted)) return;
  stopCapturing(view.state);
  const { $from, $to } = { $from: doc.resolve(from), $to: doc.resolve(to) };
  const whole = $from.depth === 1 && $from.parentOffset === 0 && $to.parentOffset === $to.parent.content.size;
  const range = whole ? { from: $from.before(), to: $to.after() } : { from, to };
  const content = Slice.maxOpen(part.fromMarkdown(schema, text, { asTyped: true }).content);
  if (whole) tr.replaceWith(range.from, range.to, content.content);
  else tr.replaceRange(range.from, range.to, content);
  view.dispatch(
    tr
      .setMeta(
        key,
        readingOf(tr, $from.depth === 0 ? from : $from.before(1), $to.depth === 0 ? to : $to.after(1)),
      )
      .setMeta(PREVENT_AUTOLINK, true)
      .scrollIntoView(),
  );
}

/** Makes the next changes a separate undo step. */
function stopCapturing(state: EditorState): void {
  const undo: { undoManager: Y.UndoManager } | undefined = yUndoPluginKey.getState(state);
  undo?.undoManager.stopCapturing();
}

function readingOf(tr: Transaction, from: number, end: number): Reading {
  const to = tr.mapping.map(end);
  const nodes = (doc: Node, last: number): readonly Node[] => doc.slice(from, last).content.content;
  return { from, to, plain: nodes(tr.before, end), read: nodes(tr.doc, to) };
}
