import type { Editor } from '@tiptap/core';
import { Fragment, useMemo, useRef, type Ref, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { isTouch } from '../../ui/is-touch.ts';
import { Toolbar } from '../../ui/toolbar.tsx';
import { HighlightMenu } from '../highlight/highlight-menu.tsx';
import { CommandButton } from './command-button.tsx';
import { escapeToText } from './escape-to-text.ts';
import { countFitting } from './fitting-commands.ts';
import {
  FORMATTING_COMMANDS,
  type FormattingActions,
  type FormattingCommand,
} from './formatting-commands.ts';
import { OverflowMenu } from './overflow-menu.tsx';
import { TextStyleMenu } from './text-style-menu.tsx';
import { TouchBlockMenu } from './touch-block-menu.tsx';
import { useToolbarState } from './toolbar-state.ts';
import './touch-toolbar.css';
import { useKeyboardInset } from './use-keyboard-inset.ts';
import { useWidth } from './use-width.ts';

/** As in editor.css. */
const BUTTON_PX = 36;
const MENU_PX = 24;
const STYLE_MENU_PX = 140;
const GROUP_GAP_PX = 13;

interface FormattingToolbarProps {
  readonly editor: Editor;
  readonly actions: FormattingActions;
  readonly ref?: Ref<HTMLDivElement>;
}

/** One row, one tab stop. Escape goes back to the text; `focusToolbar` is the way here from the keyboard. */
export function FormattingToolbar({ editor, actions, ref }: FormattingToolbarProps) {
  const { t } = useTranslation('editor');
  const state = useToolbarState(editor);
  const row = useRef<HTMLDivElement>(null);
  const visible = useVisibleCount(row);
  useKeyboardInset();
  const shown = FORMATTING_COMMANDS.slice(0, visible);
  const hidden = FORMATTING_COMMANDS.slice(visible);

  return (
    <Toolbar ref={ref} aria-label={t('toolbar.label')} className="toolbar" onKeyDown={escapeToText(editor)}>
      <div className="toolbar-row" ref={row}>
        {groups(shown).map((group) => (
          <div key={group[0]?.group} className="toolbar-group">
            {group.map((command) => (
              <Fragment key={command.id}>
                <CommandButton
                  editor={editor}
                  actions={actions}
                  command={command}
                  state={state.commands[command.id]}
                />
                {command.id === 'highlight' ? (
                  <HighlightMenu
                    editor={editor}
                    color={state.highlight}
                    available={state.commands.highlight.available}
                  />
                ) : null}
              </Fragment>
            ))}
            {group[0]?.group === 'history' ? (
              <>
                <TextStyleMenu editor={editor} style={state.style} />
                {isTouch() ? <TouchBlockMenu editor={editor} actions={actions} /> : null}
              </>
            ) : null}
          </div>
        ))}
        {hidden.length > 0 ? (
          <OverflowMenu editor={editor} actions={actions} commands={hidden} state={state} />
        ) : null}
      </div>
    </Toolbar>
  );
}

/** Puts the focus on the toolbar's one tab stop. */
export function focusToolbar(toolbar: HTMLElement | null): void {
  toolbar?.focus();
}

function useVisibleCount(row: RefObject<HTMLDivElement | null>): number {
  const widthPx = useWidth(row);
  return useMemo(() => {
    if (widthPx === null) return FORMATTING_COMMANDS.length;
    // There the row scrolls: a menu would take the focus, and the keyboard with it.
    if (isTouch()) return FORMATTING_COMMANDS.length;
    const sizes = { buttonPx: BUTTON_PX, menuPx: MENU_PX, groupGapPx: GROUP_GAP_PX };
    const all = countFitting(FORMATTING_COMMANDS, widthPx, { ...sizes, reservedPx: STYLE_MENU_PX });
    if (all === FORMATTING_COMMANDS.length) return all;
    return countFitting(FORMATTING_COMMANDS, widthPx, { ...sizes, reservedPx: STYLE_MENU_PX + BUTTON_PX });
  }, [widthPx]);
}

function groups(commands: readonly FormattingCommand[]): FormattingCommand[][] {
  const result: FormattingCommand[][] = [];
  for (const command of commands) {
    const last = result.at(-1);
    if (last?.[0]?.group === command.group) last.push(command);
    else result.push([command]);
  }
  return result;
}
