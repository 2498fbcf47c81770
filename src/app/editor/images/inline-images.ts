/** Uploads the pictures in a pasted text, each at its place. */
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { newId } from '../../data/new-id.ts';
import { readInlinePictures } from '../paste/cleaning.ts';
import type { Pasted } from './pasted-images.ts';
import { documentOfImage, newImagePath } from '../schema/image-path.ts';

/** Document id of pictures that are in no document yet, so that they are pasted as copies. */
const NO_DOCUMENT = '00000000-0000-4000-8000-000000000000';

export interface InlineImages {
  readonly plugin: Plugin;
  /** The data of the last paste or drop, which the browser empties when the event is over. */
  readonly brought: () => Pasted;
  /** The picture of a temporary path; undefined for a path of storage. */
  readonly take: (path: string) => (() => File) | undefined;
}

const NOTHING: Pasted = { files: [], html: '', rtf: '' };

export function inlineImages(): InlineImages {
  let brought = NOTHING;
  const pictures = new Map<string, () => File>();
  const keep = (data: DataTransfer | null): boolean => {
    brought = data
      ? { files: [...data.files], html: data.getData('text/html'), rtf: data.getData('text/rtf') }
      : NOTHING;
    return false;
  };
  const plugin = new Plugin({
    key: new PluginKey('inlineImages'),
    props: {
      handleDOMEvents: {
        paste: (_view, { clipboardData }) => keep(clipboardData),
        drop: (_view, { dataTransfer }) => keep(dataTransfer),
      },
      transformPastedHTML: (html) => {
        const found = readInlinePictures(html, brought, () => newImagePath(NO_DOCUMENT, newId(), 'png'));
        pictures.clear();
        found?.files.forEach((file, path) => pictures.set(path, file));
        return found?.html ?? html;
      },
    },
  });
  const take = (path: string): (() => File) | undefined =>
    documentOfImage(path) === NO_DOCUMENT ? pictures.get(path) : undefined;
  return { plugin, brought: () => brought, take };
}
