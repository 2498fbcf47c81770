import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { PencilLine, Trash2 } from 'lucide-react';
import { Suspense, useMemo, useRef, type RefObject, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { Button } from '../../ui/button.tsx';
import { ChoiceGroup } from '../../ui/choice-group.tsx';
import { cutPaste } from '../../ui/cut-paste.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { askingIn } from '../comments/comments-key.ts';
import { NodeCard } from '../context-toolbar/node-card.tsx';
import { IMAGE_WIDTHS, type Picture } from '../schema/image.ts';

interface ImageCardProps {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly editor: Editor;
  readonly picture: Picture;
  /** Receives the focus when the user opened the card, not when a selection did. */
  readonly wantsFocus: boolean;
  readonly onEdit: () => void;
  readonly onClosed: () => void;
  readonly onAlt: (alt: string) => void;
  readonly onWidth: (percent: number) => void;
  readonly onRemove: () => void;
}

/** A bar at the selected image; on demand a form for its alternative text and width. */
export const ImageCard = (props: ImageCardProps) => (
  <Suspense fallback={null}>
    <Card {...props} />
  </Suspense>
);

function Card({ anchor, editor, picture, wantsFocus, onEdit, onClosed, ...change }: ImageCardProps) {
  const { t } = useTranslation(['editor', 'lateEditor']);
  const place = useVisibleEdge(anchor, wantsFocus ? FORM_ROOM_PX : BAR_ROOM_PX);
  const asking = useEditorState({
    editor,
    selector: ({ editor: current }) => askingIn(current),
    equalityFn: Object.is,
  });
  const field = useRef<HTMLInputElement>(null);
  const leave = (dismiss: () => void): void => {
    dismiss();
    editor.commands.focus(undefined, { scrollIntoView: false });
  };
  return (
    <NodeCard
      anchor={place}
      editor={editor}
      name={t('lateEditor:image.title')}
      className={wantsFocus ? 'image-card' : 'link-bar'}
      field={field}
      wantsFocus={wantsFocus}
      onClosed={onClosed}
      onEscape={leave}
    >
      {(dismiss) =>
        wantsFocus ? (
          <>
            <AltForm
              present={picture.alt ?? ''}
              field={field}
              onSave={(alt) => {
                change.onAlt(alt);
                leave(dismiss);
              }}
            />
            <ImageSize picture={picture} onWidth={change.onWidth} onRemove={change.onRemove} />
          </>
        ) : (
          <>
            <Button look="quiet" onClick={onEdit}>
              <PencilLine size={16} aria-hidden />
              <span>{t('lateEditor:image.edit')}</span>
            </Button>
            {asking ? (
              <Button look="quiet" onClick={asking.ask}>
                {t('comment.add')}
              </Button>
            ) : null}
            <IconButton
              label={t('image.remove')}
              icon={<Trash2 size={16} aria-hidden />}
              onClick={change.onRemove}
            />
          </>
        )
      }
    </NodeCard>
  );
}

/** Room that the card needs below its anchor. */
const FORM_ROOM_PX = 300;
const BAR_ROOM_PX = 60;

/** The lower edge of the image or, where that leaves no room for the card, a line across the image. */
function useVisibleEdge(anchor: RefObject<HTMLElement | null>, roomPx: number) {
  return useMemo(
    () => ({
      current: {
        getBoundingClientRect: () => {
          const { left, top, bottom, width } = anchor.current?.getBoundingClientRect() ?? new DOMRect();
          const edge = Math.max(top, Math.min(bottom, innerHeight - roomPx));
          return new DOMRect(left, edge, width, 0);
        },
      },
    }),
    [anchor, roomPx],
  );
}

interface AltFormProps {
  readonly present: string;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly onSave: (alt: string) => void;
}

const MAX_ALT_CHARS = 500;
/** Enforced by the field as well, so parsing cannot fail. */
const altSchema = z.object({ alt: z.string().check(z.trim(), z.maxLength(MAX_ALT_CHARS)) });

function AltForm({ present, field, onSave }: AltFormProps) {
  const { t } = useTranslation('lateEditor');
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    onSave(altSchema.parse(Object.fromEntries(new FormData(event.currentTarget))).alt);
  };
  return (
    <form className="flex flex-col gap-3" onSubmit={submit}>
      <TextField
        ref={field}
        name="alt"
        label={t('image.alt')}
        hint={t('image.altHint')}
        maxLength={MAX_ALT_CHARS}
        onPaste={cutPaste}
        autoComplete="off"
        defaultValue={present}
      />
      <Button type="submit" look="primary" className="self-end">
        {t('image.save')}
      </Button>
    </form>
  );
}

type ImageSizeProps = Pick<ImageCardProps, 'picture' | 'onWidth' | 'onRemove'>;

function ImageSize({ picture, onWidth, onRemove }: ImageSizeProps) {
  const { t } = useTranslation('editor');
  return (
    <div className="mt-3">
      <ChoiceGroup
        label={t('image.width')}
        options={IMAGE_WIDTHS.map((percent) => ({
          value: String(percent),
          label: t('image.percent', { percent }),
        }))}
        value={String(picture.widthPercent)}
        onChange={(percent) => onWidth(Number(percent))}
      />
      <div className="link-card-actions">
        <button type="button" onClick={onRemove}>
          <Trash2 size={16} aria-hidden />
          <span>{t('image.remove')}</span>
        </button>
      </div>
    </div>
  );
}
