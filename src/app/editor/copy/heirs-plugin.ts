import { DOMSerializer, type Fragment, type Slice } from '@tiptap/pm/model';
import { Plugin, type EditorState, type PluginKey } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { ySyncPluginKey, type ProsemirrorBinding } from '@tiptap/y-tiptap';
import * as Y from 'yjs';
import { heirsAt, readHeirs, writeHeirs, type HeirRange } from '#contract/authorship/heir-ranges.ts';
import { declareHeirs } from '#yjs-supabase';
import { lengthOf, readRuns, signsOf, sliceRuns, sliceSince, type Run } from './text-units.ts';

/** On the first element of copied HTML: the units of the copied text, by their places in it. */
const COPIED = 'data-spolu-from';
const MAX_COPIED_CHARS = 64 * 1024;

/** The text of a paste, and the units that it had where it was copied. */
interface Pasted {
  readonly signs: string;
  readonly from: readonly HeirRange[];
}

export function heirsPlugin(key: PluginKey): Plugin {
  /** Set before anything can be copied. */
  let view: EditorView | null = null;
  /** Of what was copied or dragged last. */
  let copied = '';
  let html: string | null = null;
  let pasted: Pasted | null = null;

  const forgetSoon = (): void => void setTimeout(() => ([html, pasted] = [null, null]));

  return new Plugin({
    key,
    props: {
      clipboardSerializer: {
        serializeFragment(content: Fragment, options?: { document?: Document }) {
          const { state } = view!;
          const copy = DOMSerializer.fromSchema(state.schema).serializeFragment(content, options);
          copied = describeSelection(state);
          if (copied !== '' && copy.firstChild instanceof Element)
            copy.firstChild.setAttribute(COPIED, copied);
          return copy;
        },
      } as DOMSerializer,
      transformPastedHTML(text) {
        html = text;
        return text;
      },
      transformPasted(slice: Slice, { dragging }) {
        const from = dragging ? copied : (/data-spolu-from="([0-9 ]+)"/.exec(html ?? '')?.[1] ?? '');
        pasted = from === '' ? null : { signs: signsOf(slice.content), from: readHeirs(from) };
        forgetSoon();
        return slice;
      },
    },
    view: (opened) => {
      view = opened;
      const sync: SyncState | undefined = ySyncPluginKey.getState(opened.state);
      if (!sync) return {};
      const { doc, type } = sync.binding;
      const declare = (transaction: Y.Transaction): void => {
        if (pasted === null || transaction.origin !== ySyncPluginKey) return;
        const since = transaction.beforeState.get(doc.clientID) ?? 0;
        const inserted = sliceSince(readRuns(type, opened.state.schema), doc.clientID, since);
        if (inserted.length === 0) return;
        declareHeirs(transaction, findHeirs(inserted, pasted));
        pasted = null;
      };
      doc.on('afterTransaction', declare);
      return { destroy: () => doc.off('afterTransaction', declare) };
    },
  });
}

/** Where a paste divides a block, the text behind it is inserted again too. */
function findHeirs(inserted: readonly Run[], { signs, from }: Pasted): readonly HeirRange[] {
  const start = inserted
    .map(({ text }) => text)
    .join('')
    .indexOf(signs);
  const runs = start < 0 ? [] : sliceRuns(inserted, start, start + signs.length);
  const units = runs.map(({ text, ...id }) => ({ ...id, length: text.length }));
  return heirsAt(units, units[0]?.client ?? 0, from);
}

interface SyncState {
  readonly binding: ProsemirrorBinding;
}

/** The units of the selected text as ranges whose new units are places in it; '' when they are unknown. */
function describeSelection(state: EditorState): string {
  const sync: SyncState | undefined = ySyncPluginKey.getState(state);
  if (!sync) return '';
  const runs = readRuns(sync.binding.type, state.schema);
  const { doc, selection } = state;
  // Content that the editor cannot show would shift the places.
  if (lengthOf(runs) !== signsOf(doc.content).length) return '';
  let place = 0;
  const parts = selection.ranges.toSorted((a, b) => a.$from.pos - b.$from.pos);
  const ranges = parts.flatMap(({ $from, $to }) => {
    const start = signsOf(doc.cut(0, $from.pos).content).length;
    const length = signsOf(doc.cut($from.pos, $to.pos).content).length;
    return sliceRuns(runs, start, start + length).map(({ client, clock, text }) => {
      place += text.length;
      return { clock: place - text.length, from: { client, clock }, length: text.length };
    });
  });
  const text = writeHeirs(ranges);
  return text.length > MAX_COPIED_CHARS ? '' : text;
}
