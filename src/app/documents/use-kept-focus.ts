import { useEffect, useRef, type RefObject } from 'react';

/**
 * Moves the focus when the focused element is removed: to the heading of an opened folder, to the link of a closed one,
 * and to the list when a row was removed.
 */
export function useKeptFocus(folderId: string | null, rowCount: number): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null);
  const before = useRef({ folderId, rowCount });
  useEffect(() => {
    const { folderId: left, rowCount: had } = before.current;
    before.current = { folderId, rowCount };
    if (document.activeElement !== document.body) return;
    const title = document.querySelector<HTMLElement>('h1');
    if (left !== folderId) {
      const place = document.getElementById(folderId === null ? `folder-${left}` : 'open-folder');
      (place ?? title)?.focus({ preventScroll: true });
    } else if (rowCount < had) (list.current ?? title)?.focus({ preventScroll: true });
  }, [folderId, rowCount]);
  return list;
}
