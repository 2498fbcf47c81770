import { useNavigate, useSearchParams } from 'react-router';
import { historyPath, readShownVersion, type ShownVersion } from '../../data/paths.ts';
import type { Version } from '../../data/versions.ts';
import { chooseRow, rowOf } from './choose-row.ts';

export type History = ReturnType<typeof useHistory>;

/** Which version is shown is in the URL, so that links to versions can be sent. */
export function useHistory(documentId: string, open: boolean) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const shown = open ? readShownVersion(search) : null;
  // Only opening the panel is a step that the browser goes back over.
  const show = (next: ShownVersion | null): void =>
    void navigate(historyPath(documentId, next), { replace: open });
  return {
    shown,
    show,
    /** The version that is marked in the list. */
    selectedId: rowOf(shown),
    select: (version: Version | null) => show(version && chooseRow(shown, version.id)),
    showPresent: () => show(null),
  };
}
