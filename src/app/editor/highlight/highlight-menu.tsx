import type { Editor } from '@tiptap/core';
import { Highlighter } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { MenuOptions, Submenu } from '../../ui/menu.tsx';
import { HIGHLIGHT_COLORS, storedColor, type HighlightColor } from '../schema/highlight.ts';

interface HighlightMenuProps {
  readonly editor: Editor;
  /** Color of the selection; null where nothing is highlighted. */
  readonly color: HighlightColor | null;
  readonly available: boolean;
}

/** Color choices, beside the item that toggles the highlight. */
export function HighlightSubmenu(props: HighlightMenuProps) {
  const { t } = useTranslation('editor');
  return (
    <Submenu name={t('highlight.choose')} icon={Highlighter} off={!props.available}>
      <Colors {...props} />
    </Submenu>
  );
}

function Colors({ editor, color, available }: HighlightMenuProps) {
  const { t } = useTranslation('editor');
  return (
    <MenuOptions
      value={color ?? 'none'}
      off={!available}
      options={([...HIGHLIGHT_COLORS, 'none'] as const).map((value) => ({
        value,
        name: t(`highlight.${value}`),
        sample: <span className="highlight-sample" data-color={value} aria-hidden />,
      }))}
      onChoose={(chosen) => highlight(editor, chosen === 'none' ? null : chosen)}
    />
  );
}

function highlight(editor: Editor, color: HighlightColor | null): void {
  const chain = editor.chain().focus(undefined, { scrollIntoView: false });
  if (color === null) chain.unsetHighlight().run();
  else chain.setMark('highlight', { color: storedColor(color) }).run();
}
