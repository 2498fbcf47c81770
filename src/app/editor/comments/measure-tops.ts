import type { Transaction } from '@tiptap/pm/state';
import type { Decoration, EditorView } from '@tiptap/pm/view';
import { closedAround } from '../details/open-details.ts';
import { idOf } from './highlights.ts';
import { spansOf } from './spans.ts';
import type { Top } from './types.ts';

/** The places of threads in the text column, measured again only where something changed. */
export class Tops {
  readonly #view: EditorView;
  /** Null: all are to be measured. */
  #known: Map<string, Top> | null = null;

  constructor(view: EditorView) {
    this.#view = view;
  }

  forget(ids: Iterable<string> | null): void {
    if (ids === null) this.#known = null;
    else for (const id of ids) this.#known?.delete(id);
  }

  /** In the order of the text. */
  read(): ReadonlyMap<string, Top> {
    const { state, dom } = this.#view;
    const known = this.#known;
    let edge: number | null = null;
    this.#known = new Map(
      spansOf(state).map(({ id, from, to }) => {
        const top =
          known?.get(id) ?? this.#measure(from, to, (edge ??= columnOf(dom).getBoundingClientRect().top));
        return [id, top];
      }),
    );
    return new Map(this.#known);
  }

  #measure(from: number, to: number, edge: number): Top {
    const [first, last] = [this.#box(from, 1), this.#box(to, -1)];
    return { top: first.top - edge, bottom: last.bottom - edge, line: first.top - edge };
  }

  /** In a closed section, its summary. */
  #box(pos: number, side: 1 | -1): { readonly top: number; readonly bottom: number } {
    const { state } = this.#view;
    const closed = closedAround(state, pos);
    if (closed !== null) return this.#view.coordsAtPos(closed);
    const $pos = state.doc.resolve(pos);
    const node = side === 1 ? $pos.nodeAfter : $pos.nodeBefore;
    const drawn =
      node?.isInline === false ? this.#view.nodeDOM(side === 1 ? pos : pos - node.nodeSize) : null;
    return drawn instanceof Element ? drawn.getBoundingClientRect() : this.#view.coordsAtPos(pos, side);
  }
}

export const columnOf = (dom: Element): Element => dom.closest('.editor-column') ?? dom;

/** Threads in the blocks that a change touched. */
export function touchedBy(
  { doc, mapping }: Transaction,
  find: (from: number, to: number) => Decoration[],
): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const [at, map] of mapping.maps.entries())
    map.forEach((_from, _to, newFrom, newTo) => {
      const rest = mapping.slice(at + 1);
      const [from, to] = [rest.map(newFrom, -1), rest.map(newTo, 1)];
      const [$from, $to] = [doc.resolve(from), doc.resolve(to)];
      const [start, end] = [$from.depth > 0 ? $from.before(1) : from, $to.depth > 0 ? $to.after(1) : to];
      for (const one of find(start, end)) ids.add(idOf(one));
    });
  return ids;
}
