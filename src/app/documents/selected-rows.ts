/** Selected rows of the list, as in a file manager. Pure. */
export interface SelectedRows {
  readonly ids: ReadonlySet<string>;
  /** The row from which a range extends. */
  readonly anchor: string | null;
}

export const NO_ROWS: SelectedRows = { ids: new Set(), anchor: null };

export function toggleRow({ ids }: SelectedRows, id: string): SelectedRows {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id };
}

/** Adds the rows from the anchor to `id`. `order`: the ids of the rows from top to bottom. */
export function extendTo(rows: SelectedRows, id: string, order: readonly string[]): SelectedRows {
  const [from, to] = [order.indexOf(rows.anchor ?? id), order.indexOf(id)];
  if (from < 0 || to < 0) return toggleRow(rows, id);
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ids: new Set([...rows.ids, ...range]), anchor: rows.anchor ?? id };
}
