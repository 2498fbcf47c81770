import type { Editor } from '@tiptap/core';
import { getMarkRange } from '@tiptap/core';
import { ExternalLink, Unlink } from 'lucide-react';
import * as Popover from 'radix-ui/popover';
import { useEffect, useRef, useState, type RefObject, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
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
  readonly onClose: () => void;
}

/** Edits the address of the link at the caret, or of a new one. Enter applies, Escape discards. */
export function LinkCard({ editor, takesFocus, onClose }: LinkCardProps) {
  const { t } = useTranslation('editor');
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
          className="link-card appear"
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
          <AddressForm
            present={present}
            onApply={(address) => {
              applyLink(editor, address);
              onClose();
            }}
          />
          {present === '' ? null : (
            <div className="link-card-actions">
              {hasAllowedScheme(present) ? (
                <a href={present} target="_blank" rel="noopener noreferrer nofollow">
                  <ExternalLink size={16} aria-hidden />
                  <span>{t('link.open')}</span>
                </a>
              ) : null}
              <button
                type="button"
                onClick={() => {
                  editor
                    .chain()
                    .focus(undefined, { scrollIntoView: false })
                    .extendMarkRange('link')
                    .unsetLink()
                    .run();
                  onClose();
                }}
              >
                <Unlink size={16} aria-hidden />
                <span>{t('link.remove')}</span>
              </button>
            </div>
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function AddressForm({ present, onApply }: { present: string; onApply: (address: string) => void }) {
  const { t } = useTranslation('editor');
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
