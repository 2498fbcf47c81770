import { FORMATTING_COMMANDS, type FormattingCommand } from './formatting-commands.ts';

/** One button of the row: a command, or the menu of the alignments. */
export interface RowItem {
  readonly command: FormattingCommand | null;
  /** Items of one group stand together. */
  readonly group: 'history' | 'text' | 'list' | 'media';
}

/** The row from its front; what it has no room for goes into the menus at its end. */
export const ROW: readonly RowItem[] = FORMATTING_COMMANDS.flatMap((command): RowItem[] => {
  const { id, group } = command;
  if (group === 'align') return id === 'alignLeft' ? [{ command: null, group: 'list' }] : [];
  return group === 'insert' || group === 'more' || group === 'arrange' ? [] : [{ command, group }];
});

export interface ToolbarSizes {
  readonly buttonPx: number;
  /** The menu of the alignments. */
  readonly alignPx: number;
  /** Space that a new group adds before its first button. */
  readonly groupGapPx: number;
  /** What is always there: the text styles and the menus at the end. */
  readonly reservedPx: number;
}

/** How many items, from the front, a row of this width shows. */
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

/** What the menus at the end hold while the row shows so many items. */
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
