import type * as Y from 'yjs';
import { TITLE_ROOT } from '../document-schema.ts';
import { cleanLine } from '../clean-line.ts';

/** The title for display. Its remote authors may have inserted control characters, which are removed. */
export const readTitle = (doc: Y.Doc): string => cleanLine(doc.getText(TITLE_ROOT).toJSON());
