import { PluginKey } from '@tiptap/pm/state';

/** Key of the plugin for table editing. */
export const TABLE_KEY = new PluginKey('tables');
