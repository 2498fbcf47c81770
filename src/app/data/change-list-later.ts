/** Changes of the user's list, whose rest loads in the background, so that it is there when the network is not. */
import type * as Changing from './change-list.ts';

export const changeList: typeof Changing.changeList = async (action) =>
  (await import('./change-list.ts')).changeList(action);

export const startDocument: typeof Changing.startDocument = async (language, key) =>
  (await import('./change-list.ts')).startDocument(language, key);
