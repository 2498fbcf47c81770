/** What changes of others can do without in the first moment. */
export { NewBlocks } from './follow-new-blocks.ts';
export { keepPlace } from './keep-place.ts';
export { splitChange } from './split-change.ts';
