import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { ListedDocument } from '../data/documents.ts';
import { extendTo, NO_ROWS, toggleRow } from './selected-rows.ts';

export interface Selection {
  readonly documents: readonly ListedDocument[];
  readonly has: (id: string) => boolean;
  /** `extend`: with the rows between it and the one selected before. The same function in each render. */
  readonly select: (id: string, extend: boolean) => void;
  readonly selectAll: () => void;
  readonly clear: () => void;
}

/** The selected rows of a view. `of`: identifies the view; another one starts without a selection. */
export function useSelection(shown: readonly ListedDocument[], of: string): Selection {
  const [kept, setKept] = useState({ of, rows: NO_ROWS });
  const rows = kept.of === of ? kept.rows : NO_ROWS;
  const current = useRef({ shown, of });
  useLayoutEffect(() => {
    current.current = { shown, of };
  });
  const select = useCallback((id: string, extend: boolean) => {
    const { shown: all, of: view } = current.current;
    setKept((before) => {
      const rowsBefore = before.of === view ? before.rows : NO_ROWS;
      const order = all.map((one) => one.id);
      return { of: view, rows: extend ? extendTo(rowsBefore, id, order) : toggleRow(rowsBefore, id) };
    });
  }, []);
  return {
    documents: rows.ids.size === 0 ? [] : shown.filter(({ id }) => rows.ids.has(id)),
    has: (id) => rows.ids.has(id),
    select,
    selectAll: () => setKept({ of, rows: { ids: new Set(shown.map(({ id }) => id)), anchor: null } }),
    clear: () => setKept({ of, rows: NO_ROWS }),
  };
}
