import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { CircleCheck, Info, OctagonAlert, TriangleAlert, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ToolbarButton } from '../controls/toolbar-button.tsx';
import { CALLOUT_KINDS, readKind, type CalloutKind } from '../schema/callout-kinds.ts';
import { toggleCallout } from './toggle-callout.ts';

export const CALLOUT_ICONS: Readonly<Record<CalloutKind, LucideIcon>> = {
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: OctagonAlert,
};

/** Buttons for the kinds of callout. The pressed one, the kind at the caret, removes the callout and keeps its text. */
export function CalloutTools({ editor }: { editor: Editor }) {
  const { t } = useTranslation('editor');
  const present = useEditorState({
    editor,
    selector: ({ editor: current }) => readKind(current.getAttributes('callout')['kind']),
  });
  return CALLOUT_KINDS.map((kind) => (
    <ToolbarButton
      key={kind}
      label={t(`callout.${kind}`)}
      icon={CALLOUT_ICONS[kind]}
      pressed={kind === present}
      onClick={() => toggleCallout(editor, kind)}
    />
  ));
}
