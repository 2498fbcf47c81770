import { useEffect, useState } from 'react';

type OnDrop = (files: readonly File[], place: Readonly<Record<'left' | 'top', number>>) => void;

/** Pictures are the editor's: it inserts them. */
const hasFiles = ({ dataTransfer }: DragEvent, takesPictures: boolean): boolean => {
  const files = [...(dataTransfer?.items ?? [])].filter(({ kind }) => kind === 'file');
  return files.some(({ type }) => takesPictures || !type.startsWith('image/'));
};

/** Whether files are dragged over the page. Those that are dropped go to `onDrop`; null: drops are not taken. */
export function useDroppedFiles(onDrop: OnDrop | null, takesPictures: boolean): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (onDrop === null) return;
    // Each element that is entered is also left.
    let depth = 0;
    const move = (by: number) => (event: DragEvent) => {
      if (!hasFiles(event, takesPictures)) return;
      depth = Math.max(0, depth + by);
      setOver(depth > 0);
    };
    const [enter, leave] = [move(1), move(-1)];
    const over = (event: DragEvent): void => {
      if (hasFiles(event, takesPictures)) event.preventDefault();
    };
    const drop = (event: DragEvent): void => {
      depth = 0;
      setOver(false);
      if (!hasFiles(event, takesPictures)) return;
      event.preventDefault();
      // The editor would take the drop, too.
      event.stopPropagation();
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) onDrop(files, { left: event.clientX, top: event.clientY });
    };
    const listeners = { dragenter: enter, dragleave: leave, dragover: over, drop };
    for (const [name, listener] of Object.entries(listeners))
      globalThis.addEventListener(name, listener as EventListener, true);
    return () => {
      for (const [name, listener] of Object.entries(listeners))
        globalThis.removeEventListener(name, listener as EventListener, true);
    };
  }, [onDrop, takesPictures]);
  return isOver && onDrop !== null;
}
