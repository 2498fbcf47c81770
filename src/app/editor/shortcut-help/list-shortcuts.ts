import { FORMATTING_COMMANDS, type CommandId } from '../toolbar/formatting-commands.ts';
import { COMMENT_KEYS } from '../comments/comment-keys.ts';
import { isApple, isWindows } from '../../ui/shortcut-label.ts';
import { MESSAGE_KEY } from '../../ui/use-toast-focus.ts';
import { TEXT_STYLES } from '../toolbar/text-styles.ts';

/** Free in browsers and systems, and types nothing on any keyboard. */
export const BLOCK_MENU_KEYS = 'Alt-Shift-Enter';

/** For those who may comment. */
const COMMENTING = [
  { name: 'comment.add', keys: COMMENT_KEYS },
  { name: 'comment.send', keys: 'Mod-Enter' },
  { name: 'comment.next', keys: 'F7' },
] as const;

/** Shortcuts outside of formatting, in ProseMirror's notation. */
const around = (apple: boolean) =>
  [
    { name: 'shortcuts.toolbar', keys: 'Alt-F10' },
    { name: 'shortcuts.back', keys: 'Escape' },
    { name: 'shortcuts.blocks', keys: '/' },
    { name: 'shortcuts.emoji', keys: ':' },
    { name: 'shortcuts.mention', keys: '@' },
    { name: 'shortcuts.find', keys: 'Mod-f' },
    { name: 'shortcuts.replace', keys: apple ? 'Alt-Mod-f' : 'Mod-h' },
    { name: 'shortcuts.openLink', keys: 'Alt-Enter' },
    { name: 'shortcuts.task', keys: 'Mod-Enter' },
    { name: 'shortcuts.details', keys: 'Mod-Enter' },
    { name: 'shortcuts.box', keys: 'Mod-Enter' },
    { name: 'shortcuts.blockMenu', keys: BLOCK_MENU_KEYS },
    { name: 'shortcuts.leave', keys: 'Escape Tab' },
    { name: 'shortcuts.message', keys: MESSAGE_KEY },
    { name: 'shortcuts.help', keys: 'Mod-/' },
  ] as const;

type StyleName = `style.${(typeof TEXT_STYLES)[number]['style']}`;

interface Shortcut {
  /** Translation key in the `editor` namespace. */
  readonly name:
    | `command.${CommandId}`
    | StyleName
    | (ReturnType<typeof around>[number] | (typeof COMMENTING)[number])['name'];
  readonly keys: string;
}

interface ShortcutGroup {
  readonly title: 'shortcuts.styles' | 'shortcuts.formatting' | 'shortcuts.navigation';
  readonly shortcuts: readonly Shortcut[];
}

/** All shortcuts on this platform, from the lists that the toolbar and its menus use. */
export function listShortcuts(platform: string, canComment = false): readonly ShortcutGroup[] {
  return [
    {
      title: 'shortcuts.formatting',
      shortcuts: FORMATTING_COMMANDS.flatMap(({ id, keys }) =>
        keys === undefined ? [] : [{ name: `command.${id}` as const, keys }],
      ),
    },
    {
      title: 'shortcuts.styles',
      shortcuts: TEXT_STYLES.map(({ style, keys, moreKeys }) => ({
        name: `style.${style}` as const,
        // On Windows, Control+Alt types characters on many layouts, Czech included.
        keys: isWindows(platform) ? moreKeys : keys,
      })),
    },
    {
      title: 'shortcuts.navigation',
      shortcuts: [...(canComment ? COMMENTING : []), ...around(isApple(platform))],
    },
  ];
}

/** Mod+/, with Shift on layouts where the slash needs it. */
export function isHelpShortcut(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
): boolean {
  const mod = isApple(navigator.platform) ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
  return mod && !event.altKey && event.key === '/';
}
