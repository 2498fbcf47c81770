import { useEffect, useRef, useState } from 'react';

const PAUSE_MS = 500;

interface Draft {
  /** What was typed and is not given away yet; null while nothing is. */
  readonly draft: string | null;
  readonly setDraft: (text: string) => void;
}

/** Gives what is typed away at a pause, and in the end without one: nothing is dropped, whatever closes the field. */
export function useDraft(isOpen: boolean, write: (text: string) => void): Draft {
  const [draft, setDraft] = useState<string | null>(null);
  const latest = useRef({ draft, write });
  useEffect(() => {
    latest.current = { draft, write };
  });
  useEffect(() => {
    if (draft === null) return undefined;
    const timer = setTimeout(() => latest.current.write(draft), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  useEffect(() => {
    if (!isOpen) return undefined;
    return () => {
      const { draft: last, write: giveAway } = latest.current;
      if (last === null) return;
      setDraft(null);
      // The text is not changed while it is being drawn.
      queueMicrotask(() => giveAway(last));
    };
  }, [isOpen]);
  return { draft, setDraft };
}
