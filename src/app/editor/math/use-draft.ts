import { useEffect, useRef, useState } from 'react';

const PAUSE_MS = 500;

interface Draft {
  /** What was typed and is not given away yet; null while nothing is. */
  readonly draft: string | null;
  readonly setDraft: (text: string) => void;
}

/**
 * Gives what is typed away at a pause, and in the end without one: nothing is dropped, whatever closes the field. Once:
 * what somebody else has written since is theirs.
 */
export function useDraft(isOpen: boolean, write: (text: string) => void): Draft {
  const [draft, setDraft] = useState<string | null>(null);
  const latest = useRef({ draft, write });
  const given = useRef<string | null>(null);
  useEffect(() => {
    latest.current = { draft, write };
  });
  useEffect(() => {
    if (draft === null) return undefined;
    const timer = setTimeout(() => {
      given.current = draft;
      latest.current.write(draft);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  useEffect(() => {
    if (!isOpen) return undefined;
    return () => {
      const { draft: last, write: giveAway } = latest.current;
      if (last === null) return;
      const isGiven = given.current === last;
      given.current = null;
      setDraft(null);
      if (isGiven) return;
      // The text is not changed while it is being drawn.
      queueMicrotask(() => giveAway(last));
    };
  }, [isOpen]);
  return { draft, setDraft };
}
