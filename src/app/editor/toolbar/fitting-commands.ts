import { FORMATTING_COMMANDS, type FormattingCommand } from './formatting-commands.ts';

/** One button of the row: a command, or the alignment menu. */
export interface RowItem {
  readonly command: FormattingCommand | null;
  /** Items of one group are adjacent. */
  readonly group: 'history' | 'text' | 'list' | 'media';
}

/** The row from its start; items without room move into the menus at its end. */
export const ROW: readonly RowItem[] = FORMATTING_COMMANDS.flatMap((command): RowItem[] => {
  const { id, group } = command;
  if (group === 'align') return id === 'alignLeft' ? [{ command: null, group: 'list' }] : [];
  return group === 'insert' || group === 'more' || group === 'arrange' ? [] : [{ command, group }];
});

export interface ToolbarSizes {
  readonly buttonPx: number;
  /** Width of the alignment menu. */
  readonly alignPx: number;
  /** Extra space before the first button of a group. */
  readonly groupGapPx: number;
  /** Width of the fixed parts: text styles and the menus at the end. */
  readonly reservedPx: number;
}

/** Number of items, from the start, that fit a row of this width. */
export function countFitting(row: readonly RowItem[], widthPx: number, sizes: ToolbarSizes): number {
  let usedPx = sizes.reservedPx;
  let count = 0;
  for (const [index, { command, group }] of row.entries()) {
    const startsGroup = index > 0 && row[index - 1]?.group !== group;
    usedPx += (command ? sizes.buttonPx : sizes.alignPx) + (startsGroup ? sizes.groupGapPx : 0);
    if (usedPx > widthPx) return count;
    count += 1;
  }
  return count;
}

export interface MenuCommands {
  readonly insert: readonly FormattingCommand[];
  readonly more: readonly FormattingCommand[];
}

/** Contents of the menus at the end when the row shows this many items. */
export function commandsInMenus(visible: number): MenuCommands {
  const hidden = ROW.slice(visible);
  const isHidden = (command: FormattingCommand): boolean =>
    hidden.some((item) => (item.command ? item.command === command : command.group === 'align'));
  const isInserted = ({ group }: FormattingCommand): boolean => group === 'media' || group === 'insert';
  const inMenus = FORMATTING_COMMANDS.filter(
    (command) => ['insert', 'more', 'arrange'].includes(command.group) || isHidden(command),
  );
  return {
    insert: inMenus.filter(isInserted),
    more: inMenus.filter((command) => !isInserted(command)),
  };
}
