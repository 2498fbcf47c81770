import { NodeViewWrapper, ReactNodeViewRenderer, useEditorState, type NodeViewProps } from '@tiptap/react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadLater } from '../../ui/load-later.tsx';
import { readPicture, StoredImage } from '../schema/image.ts';
import { StoredPicture } from './stored-picture.tsx';

const ImageCard = loadLater(() => import('./image-card.tsx').then((part) => part.ImageCard));
const WidthHandle = loadLater(() => import('./width-handle.tsx').then((part) => part.WidthHandle));

/** The image in a live editor: loads the file and shows a card while selected. */
export const LiveImage = StoredImage.extend({
  addNodeView: () => ReactNodeViewRenderer(ImageView, { className: 'image-node' }),
});

function ImageView({ node, editor, getPos, selected }: NodeViewProps) {
  const { t } = useTranslation('editor');
  const frame = useRef<HTMLDivElement>(null);
  const editable = useEditorState({ editor, selector: ({ editor: current }) => current.isEditable });
  const [wantsCard, setWantsCard] = useState(false);
  const stored = readPicture(node.attrs);
  const [preview, setPreview] = useState<number | null>(null);
  const picture = preview === null ? stored : { ...stored, widthPercent: preview };
  const isOpen = selected && editable;

  const setAttribute = (name: string, value: unknown): void => {
    const pos = getPos();
    if (pos !== undefined) editor.view.dispatch(editor.state.tr.setNodeAttribute(pos, name, value));
  };
  const describe = (): void => {
    const pos = getPos();
    if (pos === undefined) return;
    editor.commands.setNodeSelection(pos);
    setWantsCard(true);
  };

  // Not a shortcut of the editor, because only this view has its image.
  useEffect(() => {
    if (!isOpen) return;
    const { dom } = editor.view;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || !event.altKey || event.shiftKey) return;
      event.preventDefault();
      event.stopPropagation();
      setWantsCard(true);
    };
    dom.addEventListener('keydown', onKeyDown, true);
    return () => dom.removeEventListener('keydown', onKeyDown, true);
  }, [isOpen, editor]);

  return (
    <NodeViewWrapper ref={frame} className="image-frame" data-drag-handle>
      <StoredPicture picture={picture} />
      {isOpen && picture.path !== null ? (
        <WidthHandle
          picture={picture}
          onPreview={setPreview}
          onWidth={(percent) => setAttribute('width', percent)}
          onLeave={() => editor.commands.focus(undefined, { scrollIntoView: false })}
        />
      ) : null}
      {editable && !isOpen && picture.alt === null ? (
        <button type="button" className="image-describe" onClick={describe}>
          {t('image.describe')}
        </button>
      ) : null}
      {isOpen ? (
        <ImageCard
          anchor={frame}
          editor={editor}
          picture={stored}
          wantsFocus={wantsCard}
          onEdit={() => setWantsCard(true)}
          onClosed={() => setWantsCard(false)}
          onAlt={(alt) => setAttribute('alt', alt)}
          onWidth={(percent) => setAttribute('width', percent)}
          onRemove={() => editor.chain().deleteSelection().focus(undefined, { scrollIntoView: false }).run()}
        />
      ) : null}
    </NodeViewWrapper>
  );
}
