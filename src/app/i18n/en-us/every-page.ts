/** One chunk: the namespaces of every page. */
export { auth } from './auth.ts';
export { common } from './common.ts';
export { documents } from './documents.ts';
export { errors } from './errors.ts';
export { unsent } from './unsent.ts';
