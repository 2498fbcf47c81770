/** One chunk with all that an open document loads once its text is shown. */
import '../links/print-links.ts';

export { dropCursor } from '@tiptap/pm/dropcursor';
export { gapCursor } from '@tiptap/pm/gapcursor';
export { test as hasKnownHost } from 'linkifyjs';
export { BlockHandle } from '../block-handle/block-handle.tsx';
export { BlockMenuItems } from '../block-handle/block-menu.tsx';
export { BubbleMenu } from '../bubble-menu/bubble-menu.tsx';
export { ContextToolbar } from '../context-toolbar/context-toolbar.tsx';
export { textOfSlice } from '../copy/text-of-slice.ts';
export { createPlaces } from '../carets/create-places.ts';
export { OutOfSight } from '../carets/out-of-sight.tsx';
export { DocumentTools } from '../document-tools/document-tools.tsx';
export { FindBar } from '../find/find-bar.tsx';
export { findPlugin } from '../find/find-plugin.ts';
export { UploadPreviews } from '../images/upload-previews.tsx';
export { keepComposition } from '../binding/keep-composition.ts';
export { ShortcutHelp } from '../shortcut-help/shortcut-help.tsx';
export { splitChange } from '../binding/split-change.ts';
export { SuggestionList } from '../suggestions/suggestion-list.tsx';
export { suggestionPlugin } from '../suggestions/suggestion-plugins.ts';
export { pressInTable, tablePlugin } from '../table/table-editing.ts';
export { TableHandles } from '../table/table-handles.tsx';
export { clickBeside } from '../typing/click-beside-plugin.ts';
export { fullnessAfter } from '../typing/fullness.ts';
export { leaveBox, leaveText } from '../typing/leave-text-plugin.ts';
export { watchDrawn } from '../binding/watch-drawn.ts';
