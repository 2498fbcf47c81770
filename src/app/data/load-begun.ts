import { ApiError } from './api-error.ts';
import { hasWaiting } from './waiting-mark.ts';

/** The code for a document that was begun on this device, and that the server may not have yet; null for any other. */
export const loadBegun = async (documentId: string): Promise<typeof import('./create-document.ts') | null> =>
  hasWaiting(`${documentId}:create`)
    ? import('./create-document.ts').catch((cause: unknown) => {
        throw new ApiError({ code: 'unreachable', status: 0, cause });
      })
    : null;
