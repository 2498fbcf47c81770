/** One chunk with the parts of the list for files. */
export { ImportButton } from './import-button.tsx';
export { ListImport } from './list-import.tsx';
