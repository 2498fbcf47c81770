import { useCallback, type RefObject } from 'react';
import type { EditorHandle } from '../../editor/editor.tsx';
import { fetchPresence } from '../../presence/late-loader.ts';
import type { LoadCompany } from '../../presence/use-company.ts';
import type { Room } from '../../room/open-room.ts';

/** The editor is about to be there. */
const NEVER = new Promise<never>(() => undefined);

/** Keeps its identity while `isShown` stays. */
export function useLoadCompany(
  room: Room,
  editor: RefObject<EditorHandle | null>,
  isShown: boolean,
): LoadCompany {
  const load = useCallback(async () => {
    const { companyOf } = await fetchPresence();
    return companyOf(room, await (editor.current?.places() ?? NEVER));
  }, [room, editor]);
  return isShown ? load : null;
}
