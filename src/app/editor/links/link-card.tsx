import type { Editor } from '@tiptap/core';
import { getMarkRange } from '@tiptap/core';
import { Copy, PencilLine, Unlink } from 'lucide-react';
import * as Popover from 'radix-ui/popover';
import { Suspense, useEffect, useRef, useState, type RefObject, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { hasAllowedScheme, readLinkAddress } from '../schema/link-address.ts';
import { linkAtCaret } from './link-at-caret.ts';

const linkSchema = z.object({
  address: z.string().check(
    z.trim(),
    z.minLength(1, { error: 'missing', abort: true }),
    z.refine((address) => readLinkAddress(address) !== null, { error: 'refused', abort: true }),
    z.overwrite((address) => readLinkAddress(address) ?? address),
  ),
});

interface LinkCardProps {
  readonly editor: Editor;
  /** Whether the address takes the focus; otherwise it stays in the text, and the link shortcut moves it here. */
  readonly takesFocus: boolean;
  readonly onEdit: () => void;
  readonly onClose: () => void;
}

/**
 * A bar with the address of the link at the caret; on demand a form for that address, or for that of a new link. Enter
 * applies, Escape discards.
 */
export const LinkCard = (props: LinkCardProps) => (
  <Suspense fallback={null}>
    <Card {...props} />
  </Suspense>
);

function Card({ editor, takesFocus, onEdit, onClose }: LinkCardProps) {
  const { t } = useTranslation('lateEditor');
  const anchor = useCaretAnchor(editor);
  const present = linkAtCaret(editor) ?? '';
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) card.current?.querySelector('input')?.focus();
  }, [takesFocus]);
  const close = (): void => {
    onClose();
    editor.commands.focus(undefined, { scrollIntoView: false });
  };
  return (
    <Popover.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Popover.Anchor virtualRef={anchor} />
      <Popover.Portal>
        <Popover.Content
          ref={card}
          className={takesFocus ? 'link-card appear' : 'link-card link-bar appear'}
          aria-label={t('link.title')}
          side="bottom"
          align="start"
          sideOffset={8}
          collisionPadding={8}
          onOpenAutoFocus={(event) => (takesFocus ? undefined : event.preventDefault())}
          onFocusOutside={(event) => (takesFocus ? undefined : event.preventDefault())}
          onEscapeKeyDown={close}
          onCloseAutoFocus={(event) => event.preventDefault()}
        >
          {takesFocus ? (
            <AddressForm
              present={present}
              onApply={(address) => {
                applyLink(editor, address);
                onClose();
              }}
            />
          ) : (
            <LinkBar
              address={present}
              onEdit={onEdit}
              onRemove={() => {
                removeLink(editor);
                onClose();
              }}
            />
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface LinkBarProps {
  readonly address: string;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function LinkBar({ address, onEdit, onRemove }: LinkBarProps) {
  const { t } = useTranslation('lateEditor');
  const copy = (): void =>
    void navigator.clipboard.writeText(address).then(
      () => showToast.success(t('link.copied')),
      () => showToast.error(t('link.notCopied')),
    );
  return (
    <>
      {hasAllowedScheme(address) ? (
        <a
          className="link-bar-address"
          href={address}
          target="_blank"
          rel="noopener noreferrer nofollow"
          title={t('link.open')}
          translate="no"
        >
          {address.replace(/^https?:\/\//, '')}
        </a>
      ) : null}
      <IconButton label={t('link.edit')} icon={<PencilLine size={16} aria-hidden />} onClick={onEdit} />
      <IconButton label={t('link.copy')} icon={<Copy size={16} aria-hidden />} onClick={copy} />
      <IconButton label={t('link.remove')} icon={<Unlink size={16} aria-hidden />} onClick={onRemove} />
    </>
  );
}

const removeLink = (editor: Editor): boolean =>
  editor.chain().focus(undefined, { scrollIntoView: false }).extendMarkRange('link').unsetLink().run();

function AddressForm({ present, onApply }: { present: string; onApply: (address: string) => void }) {
  const { t } = useTranslation('lateEditor');
  const [problem, setProblem] = useState<'missing' | 'refused' | null>(null);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const { data, error } = linkSchema.safeParse(Object.fromEntries(new FormData(event.currentTarget)));
    if (data) return onApply(data.address);
    return setProblem(error.issues[0]?.message === 'missing' ? 'missing' : 'refused');
  };
  return (
    <form className="flex flex-col gap-3" onSubmit={submit} noValidate>
      <TextField
        name="address"
        label={t('link.address')}
        problem={problem === null ? undefined : t(`link.${problem}`)}
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        defaultValue={present}
        onChange={() => setProblem(null)}
      />
      <Button type="submit" look="primary" className="self-end">
        {t('link.apply')}
      </Button>
    </form>
  );
}

/** A selection keeps its text; inside a link only the address changes; elsewhere the address becomes the text. */
function applyLink(editor: Editor, address: string): void {
  const chain = editor.chain().focus(undefined, { scrollIntoView: false });
  const { empty, $from } = editor.state.selection;
  const link = editor.schema.marks['link'];
  if (empty && link && !getMarkRange($from, link)) {
    const text = address.replace(/^(?:https:\/\/|mailto:|tel:)/, '');
    chain.insertContent({ type: 'text', text, marks: [{ type: 'link', attrs: { href: address } }] }).run();
    return;
  }
  chain.extendMarkRange('link').setLink({ href: address }).run();
}

/** The selection's rectangle, measured each time the card is placed. */
function useCaretAnchor(editor: Editor): RefObject<{ getBoundingClientRect: () => DOMRect }> {
  const [anchor] = useState(() => ({
    current: {
      getBoundingClientRect: () => {
        const { from, to } = editor.state.selection;
        const start = editor.view.coordsAtPos(from);
        const end = editor.view.coordsAtPos(to);
        const left = Math.min(start.left, end.left);
        return new DOMRect(left, start.top, Math.max(1, end.left - left), end.bottom - start.top);
      },
    },
  }));
  return anchor;
}
