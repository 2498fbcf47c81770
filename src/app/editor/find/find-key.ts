import { PluginKey } from '@tiptap/pm/state';

export const FIND = new PluginKey('find');
