import { useMatch, useNavigate, useSearchParams } from 'react-router';
import {
  documentPath,
  historyPath,
  PATHS,
  PRESENT,
  PREVIOUS,
  readShownVersion,
  type ShownVersion,
} from '../../data/paths.ts';
import type { Version } from '../../data/versions.ts';

/** Whether the panel is open, and which version is shown, is in the URL: links to versions can be sent. */
export function useHistory(documentId: string) {
  const navigate = useNavigate();
  const open = useMatch(`${PATHS.document}/${PATHS.history}`) !== null;
  const [search] = useSearchParams();
  const toggle = (): void => void navigate(open ? documentPath(documentId) : historyPath(documentId));
  const shown = open ? readShownVersion(search) : null;
  // Only opening the panel is a step that the browser goes back over.
  const show = (next: ShownVersion | null): void =>
    void navigate(historyPath(documentId, next), { replace: open });
  const isPresent = shown?.versionId === PRESENT;
  const select = ({ id }: Version): ShownVersion =>
    isPresent
      ? { ...shown, beforeId: id }
      : { ...shown, versionId: id, beforeId: shown?.beforeId == null ? null : PREVIOUS };
  return {
    open,
    toggle,
    shown,
    show,
    /** The version that is marked in the list. */
    selectedId: (isPresent ? shown?.beforeId : shown?.versionId) ?? null,
    /** Shows the version, or a comparison with it, as the previous one was shown. */
    select: (version: Version | null) => show(version && select(version)),
    showPresent: () => show(null),
  };
}
