import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isTouch } from '../../ui/is-touch.ts';
import { Toolbar } from '../../ui/toolbar.tsx';
import { CalloutTools } from '../callout/callout-tools.tsx';
import { oncePerPlace } from '../binding/once-per-place.ts';
import { CodeBlockTools } from '../code-block/code-block-tools.tsx';
import { TableTools } from '../table/table-tools.tsx';
import { escapeToText } from '../controls/escape-to-text.ts';
import { useHasBeenInText } from '../controls/use-has-been-in-text.ts';
import { usePlaceBesideBlock } from './use-place-beside-block.ts';

function readAround(editor: Editor): 'codeBlock' | 'table' | 'callout' | null {
  if (editor.isActive('codeBlock')) return 'codeBlock';
  // With a mouse, a table has handles.
  if (editor.isActive('table')) return isTouch() ? 'table' : null;
  return editor.isActive('callout') ? 'callout' : null;
}

/** Commands of the block at the caret. An overlay that shifts nothing and never covers the text. */
export function ContextToolbar({ editor }: { editor: Editor }) {
  const { t } = useTranslation('editor');
  const hasBeenInText = useHasBeenInText(editor);
  const [read] = useState(() => oncePerPlace(readAround));
  const around = useEditorState({ editor, selector: ({ editor: current }) => read(current) });
  const place = hasBeenInText ? around : null;
  const bar = usePlaceBesideBlock(editor, place);
  if (place === null) return null;
  return (
    <div className="context-toolbar-place">
      <Toolbar
        ref={bar}
        aria-label={t(`command.${place}`)}
        className="context-toolbar appear"
        onKeyDown={escapeToText(editor)}
      >
        {place === 'codeBlock' ? <CodeBlockTools editor={editor} /> : null}
        {place === 'table' ? <TableTools editor={editor} /> : null}
        {place === 'callout' ? <CalloutTools editor={editor} /> : null}
      </Toolbar>
    </div>
  );
}
