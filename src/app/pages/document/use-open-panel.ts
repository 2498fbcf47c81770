import { useMatch, useNavigate } from 'react-router';
import { documentPath, PANEL_NAMES, panelPath, PATHS, type PanelName } from '../../data/paths.ts';

export interface OpenPanel {
  /** Null while none is open. */
  readonly name: PanelName | null;
  readonly toggle: (name: PanelName) => void;
}

/** Which panel is open is in the URL, so that a link to it can be sent. */
export function useOpenPanel(documentId: string): OpenPanel {
  const navigate = useNavigate();
  const last = useMatch(`${PATHS.document}/:panel`)?.params.panel;
  const name = PANEL_NAMES.find((one) => one === last) ?? null;
  const toggle = (next: PanelName): void =>
    void navigate(next === name ? documentPath(documentId) : panelPath(documentId, next));
  return { name, toggle };
}
