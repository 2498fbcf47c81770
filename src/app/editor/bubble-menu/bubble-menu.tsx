import { autoUpdate, computePosition, flip, offset, shift } from '@floating-ui/dom';
import { posToDOMRect, type Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { clsx } from 'clsx';
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { isTouch } from '../../ui/is-touch.ts';
import { Toolbar } from '../../ui/toolbar.tsx';
import { CommandButton } from '../toolbar/command-button.tsx';
import { CommentButton } from '../comments/comment-entries.tsx';
import { escapeToText } from '../controls/escape-to-text.ts';
import {
  FORMATTING_COMMANDS,
  type CommandId,
  type FormattingActions,
  type FormattingCommand,
} from '../toolbar/formatting-commands.ts';
import { MoreMenu } from '../toolbar/more-menu.tsx';
import { useToolbarState } from '../toolbar/toolbar-state.ts';
import './bubble-menu.css';
import { readSelected, type Selected } from './selected-text.ts';
import { useAttention } from './use-attention.ts';

const AT_HAND: ReadonlySet<CommandId> = new Set(['bold', 'italic', 'strike', 'code', 'highlight', 'link']);
const DIRECT = FORMATTING_COMMANDS.filter(({ id }) => AT_HAND.has(id));
/** Only commands that format the selected text; those that insert would replace it. */
const MORE = FORMATTING_COMMANDS.filter(
  ({ id, isActive }: FormattingCommand) => !AT_HAND.has(id) && (isActive !== undefined || id === 'clear'),
);

interface BubbleMenuProps {
  readonly editor: Editor;
  readonly actions: FormattingActions;
}

/** Formats the selected text. Tab moves here from the text, Escape back; Escape in the text hides the menu. */
export function BubbleMenu({ editor, actions }: BubbleMenuProps) {
  const bar = useRef<HTMLDivElement>(null);
  const selected = useEditorState({ editor, selector: ({ editor: current }) => readSelected(current) });
  const hasAttention = useAttention(editor, bar);
  const [isDismissed, dismiss] = useState(false);
  if (!selected && isDismissed) dismiss(false);
  const isShown = selected !== null && hasAttention && !isDismissed;

  useEffect(() => {
    const { dom } = editor.view;
    const putAway = (event: globalThis.KeyboardEvent): void => {
      if (event.key === 'Escape') dismiss(true);
    };
    if (!isShown) return undefined;
    dom.addEventListener('keydown', putAway);
    return () => dom.removeEventListener('keydown', putAway);
  }, [editor, isShown]);

  return isShown ? <Bar editor={editor} actions={actions} bar={bar} selected={selected} /> : null;
}

interface BarProps extends BubbleMenuProps {
  readonly bar: RefObject<HTMLDivElement | null>;
  readonly selected: Selected;
}

function Bar({ editor, actions, bar, selected }: BarProps) {
  const { t } = useTranslation('editor');
  const state = useToolbarState(editor);
  usePlace(editor, bar, selected);
  return (
    <Toolbar
      ref={bar}
      aria-label={t('bubbleMenu')}
      className={clsx('bubble-menu', !selected.isText && 'is-for-comments')}
      onKeyDown={escapeToText(editor)}
    >
      {selected.isText ? (
        <>
          {DIRECT.map((command) => (
            <CommandButton
              key={command.id}
              editor={editor}
              actions={actions}
              command={command}
              state={state.commands[command.id]}
            />
          ))}
          <MoreMenu editor={editor} actions={actions} commands={MORE} state={state} />
        </>
      ) : null}
      <CommentButton editor={editor} />
    </Toolbar>
  );
}

/** Above the selection, or below it where sticky bars are in the way; inside the window as long as the selection is. */
function usePlace(
  editor: Editor,
  bar: RefObject<HTMLDivElement | null>,
  { from, to, isText }: Selected,
): void {
  useLayoutEffect(() => {
    const element = bar.current;
    if (!element) return undefined;
    const { view } = editor;
    const reference = {
      getBoundingClientRect: () => posToDOMRect(view, from, to),
      contextElement: view.dom,
    };
    const padding = { top: 112, right: 8, bottom: 8, left: 8 };
    const place = async (): Promise<void> => {
      const { x, y } = await computePosition(reference, element, {
        // On touch devices the system's menu is above the selection.
        placement: !isText && isTouch() ? 'bottom' : 'top',
        strategy: 'fixed',
        middleware: [offset(8), flip({ padding }), shift({ padding, crossAxis: true })],
      });
      const { top, bottom } = reference.getBoundingClientRect();
      const isInView = bottom > padding.top && top < window.innerHeight;
      const isUsed = element.contains(document.activeElement);
      Object.assign(element.style, {
        left: `${x}px`,
        top: `${y}px`,
        visibility: isInView || isUsed ? 'visible' : 'hidden',
      });
    };
    return autoUpdate(reference, element, () => void place());
  }, [editor, bar, from, to, isText]);
}
