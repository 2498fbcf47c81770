import { useEffect, useRef, useState } from 'react';

const PAUSE_MS = 500;

interface Draft {
  /** The text of the field that is not in the document yet; null when there is none. */
  readonly draft: string | null;
  readonly setDraft: (text: string) => void;
}

/**
 * Debounces the writing of a draft, and flushes it when the field closes. Each draft is written once, so that it does
 * not overwrite a later remote change.
 */
export function useDraft(isOpen: boolean, write: (text: string) => void): Draft {
  const [draft, setDraft] = useState<string | null>(null);
  const latest = useRef({ draft, write });
  const written = useRef<string | null>(null);
  useEffect(() => {
    latest.current = { draft, write };
  });
  useEffect(() => {
    if (draft === null) return undefined;
    const timer = setTimeout(() => {
      written.current = draft;
      latest.current.write(draft);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  useEffect(() => {
    if (!isOpen) return undefined;
    return () => {
      const { draft: last, write: flush } = latest.current;
      if (last === null) return;
      const isWritten = written.current === last;
      written.current = null;
      setDraft(null);
      if (isWritten) return;
      // Deferred: the document must not change during a render.
      queueMicrotask(() => flush(last));
    };
  }, [isOpen]);
  return { draft, setDraft };
}
