/** Czech texts of every page, one namespace per feature. */
import { auth } from './cs/auth.ts';
import { common } from './cs/common.ts';
import { documents } from './cs/documents.ts';
import { errors } from './cs/errors.ts';
import { unsent } from './cs/unsent.ts';

export const words = { auth, common, documents, errors, unsent } as const;
