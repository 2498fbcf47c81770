/** One chunk: what an open document loads once it is open. */
export { lateEditor } from './late-editor.ts';
export { latePresence } from './late-presence.ts';
