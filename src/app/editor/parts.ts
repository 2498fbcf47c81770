/** What an open document fetches as soon as its text is shown: one file instead of one for each. */
export { dropCursor } from '@tiptap/pm/dropcursor';
export { gapCursor } from '@tiptap/pm/gapcursor';
export { test as hasKnownHost } from 'linkifyjs';
export { BlockHandle } from './block-handle/block-handle.tsx';
export { BlockMenuItems } from './block-handle/block-menu.tsx';
export { BubbleMenu } from './bubble-menu/bubble-menu.tsx';
export { ContextToolbar } from './context-toolbar/context-toolbar.tsx';
export { DocumentTools } from './document-tools/document-tools.tsx';
export { FindBar } from './find/find-bar.tsx';
export { findPlugin } from './find/find-plugin.ts';
export { UploadPreviews } from './images/upload-previews.tsx';
export { keepComposition } from './keep-composition.ts';
export { ShortcutHelp } from './shortcut-help/shortcut-help.tsx';
export { splitChange } from './split-change.ts';
export { SuggestionList } from './suggestions/suggestion-list.tsx';
export { suggestionPlugin } from './suggestions/suggestion-plugins.ts';
export { pressInTable, tablePlugin } from './table/table-editing.ts';
export { watchDrawn } from './watch-drawn.ts';
