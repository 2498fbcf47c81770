/** What changes of others can do without in the first moment. */
export { NewBlocks } from './follow-new-blocks.ts';
export { splitChange } from './split-change.ts';
