import { ApiError } from './api-error.ts';
import { hasWaiting } from './waiting-mark.ts';

/** The code for a document with changes that the server may not have yet; null for any other. */
export const loadBegun = async (documentId: string): Promise<typeof import('./begun-document.ts') | null> =>
  hasWaiting(documentId)
    ? import('./begun-document.ts').catch((cause: unknown) => {
        throw new ApiError({ code: 'unreachable', status: 0, cause });
      })
    : null;
