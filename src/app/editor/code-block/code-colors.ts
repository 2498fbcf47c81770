import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey, type EditorState, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import { readSelection } from '../binding/fresh-selection.ts';
import { readLanguage } from './code-languages.ts';

type Highlighter = Pick<typeof import('./highlighter.ts'), 'colorRanges' | 'loadGrammar'>;

/** Longer code has no colors: it would be parsed again with each keystroke. */
const MAX_COLORED_LENGTH = 20_000;

interface CodeColors {
  readonly decorations: DecorationSet;
  /** Languages of blocks whose grammar is not loaded yet. */
  readonly wanted: ReadonlySet<string>;
}

const key = new PluginKey<CodeColors>('codeColors');

/** Colors code by decorations; the document stores only the language. Only changed blocks are parsed again. */
export const CodeBlockColors = Extension.create({
  name: 'codeBlockColors',
  addProseMirrorPlugins: () => [codeColorsPlugin()],
});

function codeColorsPlugin(): Plugin<CodeColors> {
  const grammars = new Grammars();
  const color = (before: DecorationSet, doc: Node, from: number, to: number): CodeColors =>
    colorBlocks(before, doc, from, to, grammars);
  return new Plugin<CodeColors>({
    key,
    state: {
      init: (_, { doc }) => color(DecorationSet.empty, doc, 0, doc.content.size),
      apply(tr, before) {
        if (tr.getMeta(key) === 'loaded') return color(DecorationSet.empty, tr.doc, 0, tr.doc.content.size);
        if (!tr.docChanged) return before;
        const [from, to] = changedRange(tr);
        return color(before.decorations.map(tr.mapping, tr.doc), tr.doc, from, to);
      },
    },
    props: { decorations: (state: EditorState) => key.getState(state)?.decorations },
    view: (view) => {
      grammars.loadWanted(view);
      return { update: () => grammars.loadWanted(view) };
    },
  });
}

/** Grammars that are loaded, per editor. */
class Grammars {
  #highlighter: Highlighter | null = null;
  readonly #loaded = new Set<string>();
  readonly #requested = new Set<string>();

  rangesFor(id: string, text: string): ReturnType<Highlighter['colorRanges']> | null {
    return this.#highlighter && this.#loaded.has(id) ? this.#highlighter.colorRanges(id, text) : null;
  }

  loadWanted(view: EditorView): void {
    for (const id of key.getState(view.state)?.wanted ?? []) {
      if (this.#requested.has(id)) continue;
      this.#requested.add(id);
      // Offline the code has no colors; the next change requests the grammar again.
      this.#load(id, view).catch(() => this.#requested.delete(id));
    }
  }

  async #load(id: string, view: EditorView): Promise<void> {
    const highlighter = await import('./highlighter.ts');
    await highlighter.loadGrammar(id);
    this.#highlighter = highlighter;
    this.#loaded.add(id);
    if (view.isDestroyed) return;
    readSelection(view);
    view.dispatch(view.state.tr.setMeta(key, 'loaded').setMeta('addToHistory', false));
  }
}

function colorBlocks(
  before: DecorationSet,
  doc: Node,
  from: number,
  to: number,
  grammars: Grammars,
): CodeColors {
  const wanted = new Set<string>();
  let decorations = before;
  doc.nodesBetween(from, to, (node, place) => {
    if (node.type.name !== 'codeBlock') return !node.isTextblock;
    decorations = decorations.remove(decorations.find(place, place + node.nodeSize));
    const id = readLanguage(node.attrs['language'])?.id;
    if (id === undefined || node.content.size > MAX_COLORED_LENGTH) return false;
    const ranges = grammars.rangesFor(id, node.textContent);
    if (ranges === null) wanted.add(id);
    const start = place + 1;
    const colored = (ranges ?? []).map((range) =>
      Decoration.inline(start + range.from, start + range.to, { class: range.className }),
    );
    decorations = decorations.add(doc, colored);
    return false;
  });
  return { decorations, wanted };
}

/** From the first to the last changed position, in the document after the transaction. */
function changedRange(tr: Transaction): readonly [number, number] {
  let first = tr.doc.content.size;
  let last = 0;
  for (const [index, map] of tr.mapping.maps.entries()) {
    const rest = tr.mapping.slice(index + 1);
    map.forEach((_from, _to, from, to) => {
      first = Math.min(first, rest.map(from, -1));
      last = Math.max(last, rest.map(to));
    });
  }
  return [Math.max(0, first - 1), Math.min(tr.doc.content.size, last + 1)];
}
