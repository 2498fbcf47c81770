import { useEffect, useState, type RefObject } from 'react';
import type { EditorHandle } from '../../../editor/editor.tsx';
import type { Room } from '../../../room/open-room.ts';
import { later } from '../../../ui/load-later.tsx';
import { keepEarlyKeys } from './early-keys.ts';
import type { OpenComments } from './open-comments.ts';

const part = later(() => import('./open-comments.ts'));
const losing = later(() => import('./lose-comments.ts'));

/** Null until the text is drawn and its threads are opened. */
export function useOpenComments(
  room: Room,
  userId: string,
  editor: RefObject<EditorHandle | null>,
  /** Why the document is not the user's any more. */
  lost: 'forbidden' | 'gone' | null,
): OpenComments | null {
  const [comments, setComments] = useState<OpenComments | null>(null);
  useEffect(() => {
    if (lost !== null) {
      void losing.wait().then(({ loseComments }) => loseComments(userId, room.documentId, lost));
      return undefined;
    }
    let close: (() => void) | null = null;
    let isGone = false;
    const early = keepEarlyKeys();
    void part
      .wait()
      .then(({ openComments }) => openComments(room, userId, editor, early.replay))
      .then((opened) => {
        if (isGone) return opened?.close();
        close = opened?.close ?? null;
        setComments(opened);
      });
    return () => {
      isGone = true;
      early.close();
      close?.();
      setComments(null);
    };
  }, [room, userId, editor, lost]);
  return comments;
}
