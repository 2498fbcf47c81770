/** One chunk: the namespaces that an open document needs in addition to those of every page. */
export { editor } from './editor.ts';
export { presence } from './presence.ts';
export { documentPage } from './document-page.ts';
