import type * as Y from 'yjs';
import { TITLE_ROOT } from '#contract/document-schema.ts';
import { straighten } from '#contract/straighten.ts';

/** The title of a document for people: its authors' pages may have written what makes it read otherwise. */
export const readTitle = (doc: Y.Doc): string => straighten(doc.getText(TITLE_ROOT).toJSON());
