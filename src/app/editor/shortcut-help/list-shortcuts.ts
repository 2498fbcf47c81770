import { FORMATTING_COMMANDS, type CommandId } from '../toolbar/formatting-commands.ts';
import { COMMENT_KEYS } from '../comments/comment-keys.ts';
import { isApple, isWindows } from '../../ui/shortcut-label.ts';
import { MESSAGE_KEY } from '../../ui/use-toast-focus.ts';
import { TEXT_STYLES } from '../toolbar/text-styles.ts';

/** Free in browsers and systems, and types nothing on any keyboard. */
export const BLOCK_MENU_KEYS = 'Alt-Shift-Enter';

/** For those who may comment. */
const COMMENTING = [
  { name: 'editor:comment.add', keys: COMMENT_KEYS },
  { name: 'editor:comment.send', keys: 'Mod-Enter' },
  { name: 'editor:comment.next', keys: 'F7' },
] as const;

/** Shortcuts outside of formatting, in ProseMirror's notation. */
const around = (apple: boolean) =>
  [
    { name: 'lateEditor:shortcuts.toolbar', keys: 'Alt-F10' },
    { name: 'lateEditor:shortcuts.back', keys: 'Escape' },
    { name: 'lateEditor:shortcuts.blocks', keys: '/' },
    { name: 'lateEditor:shortcuts.emoji', keys: ':' },
    { name: 'lateEditor:shortcuts.mention', keys: '@' },
    { name: 'lateEditor:shortcuts.find', keys: 'Mod-f' },
    { name: 'lateEditor:shortcuts.replace', keys: apple ? 'Alt-Mod-f' : 'Mod-h' },
    { name: 'lateEditor:shortcuts.findAnything', keys: 'Mod-k' },
    { name: 'lateEditor:shortcuts.openLink', keys: 'Alt-Enter' },
    { name: 'lateEditor:shortcuts.task', keys: 'Mod-Enter' },
    { name: 'lateEditor:shortcuts.details', keys: 'Mod-Enter' },
    { name: 'lateEditor:shortcuts.box', keys: 'Mod-Enter' },
    { name: 'lateEditor:shortcuts.blockMenu', keys: BLOCK_MENU_KEYS },
    { name: 'lateEditor:shortcuts.leave', keys: 'Escape Tab' },
    { name: 'lateEditor:shortcuts.message', keys: MESSAGE_KEY },
    { name: 'lateEditor:shortcuts.help', keys: 'Mod-/' },
  ] as const;

type StyleName = `editor:style.${(typeof TEXT_STYLES)[number]['style']}`;

interface Shortcut {
  /** Translation key. */
  readonly name:
    | `editor:command.${CommandId}`
    | StyleName
    | (ReturnType<typeof around>[number] | (typeof COMMENTING)[number])['name'];
  readonly keys: string;
}

interface ShortcutGroup {
  readonly title: `shortcuts.${'styles' | 'formatting' | 'navigation'}`;
  readonly shortcuts: readonly Shortcut[];
}

/** All shortcuts on this platform, from the lists that the toolbar and its menus use. */
export function listShortcuts(platform: string, canComment = false): readonly ShortcutGroup[] {
  return [
    {
      title: 'shortcuts.formatting',
      shortcuts: FORMATTING_COMMANDS.flatMap(({ id, keys }) =>
        keys === undefined ? [] : [{ name: `editor:command.${id}` as const, keys }],
      ),
    },
    {
      title: 'shortcuts.styles',
      shortcuts: TEXT_STYLES.map(({ style, keys, moreKeys }) => ({
        name: `editor:style.${style}` as const,
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
