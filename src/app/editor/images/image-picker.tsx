import type { Editor } from '@tiptap/core';
import type { ChangeEvent, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { IMAGE_TYPES } from '../schema/image-kinds.ts';
import { addImages, type ImageDesk } from './image-uploads.ts';

interface ImagePickerProps {
  readonly editor: Editor;
  readonly desk: ImageDesk;
  /** Clicking it opens the file dialog. */
  readonly ref: Ref<HTMLInputElement>;
}

/** The file dialog for images. */
export function ImagePicker({ editor, desk, ref }: ImagePickerProps) {
  const { t } = useTranslation('editor');
  const choose = ({ currentTarget: input }: ChangeEvent<HTMLInputElement>): void => {
    const files = [...(input.files ?? [])];
    // Lets the same file be chosen again.
    input.value = '';
    void addImages(editor.view, desk, files);
    editor.commands.focus(undefined, { scrollIntoView: false });
  };
  return (
    <input
      ref={ref}
      type="file"
      hidden
      multiple
      accept={IMAGE_TYPES.join()}
      aria-label={t('command.image')}
      onChange={choose}
    />
  );
}
