import type { FormattingCommand } from './formatting-commands.ts';

export interface ToolbarSizes {
  readonly buttonPx: number;
  /** Button of a menu beside a command. */
  readonly menuPx: number;
  /** Space that a new group adds before its first button. */
  readonly groupGapPx: number;
  /** The style menu and, when there is one, the button of the overflow menu. */
  readonly reservedPx: number;
}

/** How many commands, from the front, one row of this width shows; the others go into the menu at its end. */
export function countFitting(
  commands: readonly FormattingCommand[],
  widthPx: number,
  sizes: ToolbarSizes,
): number {
  let usedPx = sizes.reservedPx;
  let count = 0;
  for (const [index, command] of commands.entries()) {
    const startsGroup = index > 0 && commands[index - 1]?.group !== command.group;
    usedPx += sizes.buttonPx + (startsGroup ? sizes.groupGapPx : 0) + (command.hasMenu ? sizes.menuPx : 0);
    if (usedPx > widthPx) return count;
    count += 1;
  }
  return count;
}
