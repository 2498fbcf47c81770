import type { Editor } from '@tiptap/core';
import { useMemo, useRef, type ReactNode, type Ref, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { isTouch } from '../../ui/is-touch.ts';
import { Toolbar } from '../../ui/toolbar.tsx';
import { AlignMenu } from './align-menu.tsx';
import { CommandButton } from './command-button.tsx';
import { escapeToText } from '../controls/escape-to-text.ts';
import { commandsInMenus, countFitting, ROW, type RowItem } from './fitting-commands.ts';
import type { FormattingActions } from './formatting-commands.ts';
import { InsertMenu } from './insert-menu.tsx';
import { MoreMenu } from './more-menu.tsx';
import { TextStyleMenu } from './text-style-menu.tsx';
import { TouchBlockMenu } from './touch-block-menu.tsx';
import { useToolbarState } from './toolbar-state.ts';
import './touch-toolbar.css';
import { useKeyboardInset } from './use-keyboard-inset.ts';
import { useScrollEdges } from '../../ui/use-scroll-edges.ts';
import { useWidth } from './use-width.ts';

/** Must match toolbar.css and toolbar-menus.css. */
const SIZES = { buttonPx: 36, alignPx: 52, groupGapPx: 13 };
const STYLE_MENU_PX = 124;
const INSERT_MENU_PX = 96;
/** Below this width the insert menu shows only its icon. */
const NARROW_PX = 480;

interface FormattingToolbarProps {
  readonly editor: Editor;
  readonly actions: FormattingActions;
  /** Items of the menu of a block, for touch devices. */
  readonly blockMenu: ReactNode;
  /** Begins a comment. */
  readonly comment?: ReactNode;
  readonly ref?: Ref<HTMLDivElement>;
}

/** One row and one tab stop. Escape returns to the text; `focusToolbar` moves here from the keyboard. */
export function FormattingToolbar({ editor, actions, blockMenu, comment, ref }: FormattingToolbarProps) {
  const { t } = useTranslation('editor');
  const state = useToolbarState(editor);
  const row = useRef<HTMLDivElement>(null);
  const visible = useVisibleCount(row, comment ? SIZES.buttonPx : 0);
  useKeyboardInset();
  useScrollEdges(row);
  const menus = useMemo(() => commandsInMenus(visible), [visible]);
  const shown = ROW.slice(0, visible);
  const draw = (group: RowItem['group']): ReactNode[] =>
    shown
      .filter((item) => item.group === group)
      .map(({ command }) =>
        command ? (
          <CommandButton
            key={command.id}
            editor={editor}
            actions={actions}
            command={command}
            state={state.commands[command.id]}
          />
        ) : (
          <AlignMenu key="align" editor={editor} actions={actions} state={state} />
        ),
      );

  return (
    <Toolbar ref={ref} aria-label={t('toolbar.label')} className="toolbar" onKeyDown={escapeToText(editor)}>
      <div className="toolbar-row fade-at-edges" ref={row}>
        <Group>{draw('history')}</Group>
        <Group>
          <TextStyleMenu editor={editor} style={state.style} />
        </Group>
        <Group>{draw('text')}</Group>
        <Group>{draw('list')}</Group>
        <Group>
          {draw('media')}
          <InsertMenu editor={editor} actions={actions} commands={menus.insert} state={state} />
          <MoreMenu editor={editor} actions={actions} commands={menus.more} state={state} />
          {comment}
          {isTouch() ? <TouchBlockMenu editor={editor}>{blockMenu}</TouchBlockMenu> : null}
        </Group>
      </div>
    </Toolbar>
  );
}

const Group = ({ children }: { readonly children: ReactNode }) =>
  Array.isArray(children) && children.length === 0 ? null : <div className="toolbar-group">{children}</div>;

/** Focuses the toolbar's only tab stop. */
export function focusToolbar(toolbar: HTMLElement | null): void {
  toolbar?.focus();
}

function useVisibleCount(row: RefObject<HTMLDivElement | null>, commentPx: number): number {
  const widthPx = useWidth(row);
  return useMemo(() => {
    // On touch devices the row scrolls.
    if (widthPx === null || isTouch()) return ROW.length;
    const insertPx = widthPx < NARROW_PX ? SIZES.buttonPx : INSERT_MENU_PX;
    const reservedPx = STYLE_MENU_PX + insertPx + SIZES.buttonPx + commentPx + 2 * SIZES.groupGapPx;
    return countFitting(ROW, widthPx, { ...SIZES, reservedPx });
  }, [widthPx, commentPx]);
}
