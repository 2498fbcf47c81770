/** Parts of the editor that are not on the page when it opens. */
import { loadLater } from '../ui/load-later.tsx';
import { finding } from './find/find.ts';

export const BlockHandle = loadLater(() =>
  import('./block-handle/block-handle.tsx').then((part) => part.BlockHandle),
);
export const BlockMenuItems = loadLater(() =>
  import('./block-handle/block-menu.tsx').then((part) => part.BlockMenuItems),
);
export const BubbleMenu = loadLater(() =>
  import('./bubble-menu/bubble-menu.tsx').then((part) => part.BubbleMenu),
);
export const ContextToolbar = loadLater(() =>
  import('./context-toolbar/context-toolbar.tsx').then((part) => part.ContextToolbar),
);
export const DocumentTools = loadLater(() =>
  import('./document-tools/document-tools.tsx').then((part) => part.DocumentTools),
);
export const FindBar = loadLater(async () => {
  const [part] = await Promise.all([import('./find/find-bar.tsx'), finding.ask()]);
  return part.FindBar;
});
export const LinkCard = loadLater(() => import('./link-card.tsx').then((part) => part.LinkCard));
export const ShortcutHelp = loadLater(() =>
  import('./shortcut-help/shortcut-help.tsx').then((part) => part.ShortcutHelp),
);
export const SuggestionList = loadLater(() =>
  import('./suggestions/suggestion-list.tsx').then((part) => part.SuggestionList),
);
