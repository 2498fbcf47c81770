/** One chunk: the namespaces that an open document needs in addition to those of every page. */
export { editor } from './editor.ts';
export { presence } from './presence.ts';
export { reading } from './reading.ts';
export { room } from './room.ts';
