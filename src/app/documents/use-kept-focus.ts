import { useEffect, useRef, type RefObject } from 'react';

/**
 * Gives the focus a place when what had it is gone: into a folder its name, out of it the way back in, and the list
 * when a row has left it.
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
