import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type * as Y from 'yjs';
import { mayWrite, type Role } from '#contract/roles.ts';
import { profileQuery } from '../../data/profiles.ts';

/** A user who has not written for this long counts as reading. */
const WRITES_FOR_MS = 60_000;

/** Whether others may see where the user's caret is. Not before the user's choice is known. */
export function useShownCaret(doc: Y.Doc, userId: string, role: Role): boolean {
  const choice = useQuery(profileQuery(userId)).data?.caretWhileReading;
  const writes = useWrites(doc, choice === 'never');
  if (choice === 'editing') return mayWrite(role);
  return choice === 'always' || writes;
}

/** Whether the user has changed the document in the last minute. */
function useWrites(doc: Y.Doc, isAsked: boolean): boolean {
  const [writes, setWrites] = useState(false);
  useEffect(() => {
    if (!isAsked) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const take = (_update: Uint8Array, _origin: unknown, _doc: Y.Doc, { local }: Y.Transaction): void => {
      if (!local) return;
      clearTimeout(timer);
      timer = setTimeout(() => setWrites(false), WRITES_FOR_MS);
      setWrites(true);
    };
    doc.on('update', take);
    return () => {
      clearTimeout(timer);
      doc.off('update', take);
      setWrites(false);
    };
  }, [doc, isAsked]);
  return writes;
}
