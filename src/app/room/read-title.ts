import type * as Y from 'yjs';
import { TITLE_ROOT } from '#contract/document-schema.ts';
import { straighten } from '#contract/straighten.ts';

/** The title for display. Its remote authors may have inserted bidirectional controls, which are removed. */
export const readTitle = (doc: Y.Doc): string => straighten(doc.getText(TITLE_ROOT).toJSON());
