import { useEffect, useRef, type RefObject } from 'react';

/**
 * Moves the focus when the focused element is removed: to the heading of an opened folder, or to the link of a closed one.
 * When a row was removed, or the last one deselected, it moves to the list.
 */
export function useKeptFocus(
  folderId: string | null,
  rowCount: number,
  selecting: boolean,
): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null);
  const before = useRef({ folderId, rowCount, selecting });
  useEffect(() => {
    const { folderId: left, rowCount: had, selecting: selected } = before.current;
    before.current = { folderId, rowCount, selecting };
    if (document.activeElement !== document.body) return;
    const title = document.querySelector<HTMLElement>('h1');
    if (left !== folderId) {
      const place = document.getElementById(folderId === null ? `folder-${left}` : 'open-folder');
      (place ?? title)?.focus({ preventScroll: true });
    } else if (rowCount < had || (selected && !selecting))
      (list.current ?? title)?.focus({ preventScroll: true });
  }, [folderId, rowCount, selecting]);
  return list;
}
