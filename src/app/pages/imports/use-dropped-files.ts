import { useEffect, useState } from 'react';

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true;

/** Whether files are dragged over the page. Those that are dropped go to `onDrop`; null: drops are not taken. */
export function useDroppedFiles(onDrop: ((files: readonly File[]) => void) | null): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (onDrop === null) return;
    // Each element that is entered is also left.
    let depth = 0;
    const move = (by: number) => (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth = Math.max(0, depth + by);
      setOver(depth > 0);
    };
    const [enter, leave] = [move(1), move(-1)];
    const over = (event: DragEvent): void => {
      if (hasFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent): void => {
      depth = 0;
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) onDrop(files);
    };
    const listeners = { dragenter: enter, dragleave: leave, dragover: over, drop };
    for (const [name, listener] of Object.entries(listeners))
      globalThis.addEventListener(name, listener as EventListener);
    return () => {
      for (const [name, listener] of Object.entries(listeners))
        globalThis.removeEventListener(name, listener as EventListener);
    };
  }, [onDrop]);
  return isOver && onDrop !== null;
}
