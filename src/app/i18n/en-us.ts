/** English texts of every page, one namespace per feature. */
import { auth } from './en-us/auth.ts';
import { common } from './en-us/common.ts';
import { documents } from './en-us/documents.ts';
import { errors } from './en-us/errors.ts';
import { unsent } from './en-us/unsent.ts';

export const words = { auth, common, documents, errors, unsent } as const;
