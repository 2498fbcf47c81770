import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import type { EditorHandle } from '../../editor/editor.tsx';
import type { Room } from '../../room/open-room.ts';
import type { RestoreRow } from '../../room/watch-restores.ts';
import { isTouch } from '../../ui/is-touch.ts';

type Step = Parameters<EditorHandle['addStep']>[0];

export interface Restores {
  /** The newest restore by any user since the page was opened. */
  readonly row: RestoreRow | null;
  readonly onRestored: (step: Step) => void;
  readonly onReversed: (id: string) => void;
}

/** Makes restores of versions undo steps of the text. */
export function useRestores(
  room: Room,
  editor: RefObject<EditorHandle | null>,
  isTextShown: boolean,
): Restores {
  const [row, setRow] = useState<RestoreRow | null>(null);
  useEffect(() => room.on('restore', setRow), [room]);
  const wantsFocus = useRef(false);
  useEffect(() => {
    if (!isTextShown || !wantsFocus.current) return;
    wantsFocus.current = false;
    editor.current?.focus();
  }, [isTextShown, editor]);
  const onRestored = useCallback(
    (step: Step) => {
      room.pull();
      editor.current?.addStep(step);
      // For undo by keyboard; on a phone the focus would open the keyboard.
      wantsFocus.current = !isTouch();
    },
    [room, editor],
  );
  const onReversed = useCallback(
    (id: string) => {
      room.pull();
      editor.current?.dropStep(id);
    },
    [room, editor],
  );
  return { row, onRestored, onReversed };
}
