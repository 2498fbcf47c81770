import { PluginKey } from '@tiptap/pm/state';

/** Where an editor keeps what is going on in its tables. */
export const TABLE_KEY = new PluginKey('tables');
