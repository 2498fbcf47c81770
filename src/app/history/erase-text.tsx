import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { cutText } from '#contract/cut-text.ts';
import { errorCodeOf } from '../data/api-error.ts';
import { eraseText, findInHistory, forgetErased } from '../data/erasures.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FieldProblem } from '../ui/field-problem.tsx';
import { showToast } from '../ui/toast.tsx';

/** The second question repeats so much of the text. */
const SHOWN_CHARS = 80;
/** A shorter text would be part of many words. */
const MIN_CHARS = 4;
const linesSchema = z.array(z.string().check(z.minLength(MIN_CHARS))).check(z.minLength(1));

const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

interface EraseTextProps {
  readonly documentId: string;
  /** The text that was selected. */
  readonly selected: string;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Erases text from the history for good. Asks twice: which text, and whether the user knows what it can't reach. */
export function EraseText({ documentId, selected, open, onOpenChange }: EraseTextProps) {
  const { t } = useTranslation(['history', 'common', 'errors']);
  const [text, setText] = useState(selected);
  const { search, erase, found, problem, setFound } = useErasing(documentId, text, () => onOpenChange(false));
  const fieldId = useId();
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={onOpenChange}
        title={t('history:erasing.title')}
        description={t('history:erasing.text')}
        closeLabel={t('common:close')}
      >
        <form
          className="mt-4 flex flex-col gap-1.5"
          onSubmit={(event) => {
            event.preventDefault();
            search.mutate();
          }}
        >
          <label htmlFor={fieldId} className="font-medium">
            {t('history:erasing.which')}
          </label>
          <textarea
            id={fieldId}
            translate="no"
            rows={3}
            value={text}
            autoComplete="off"
            spellCheck={false}
            aria-invalid={problem === null ? undefined : true}
            aria-describedby={problem === null ? undefined : `${fieldId}-problem`}
            onChange={(event) => setText(event.currentTarget.value)}
            className="w-full rounded-control border border-edge bg-raised px-3 py-2 text-[16px] text-ink aria-invalid:border-danger sm:text-[15px]"
          />
          {problem === null ? null : <FieldProblem id={`${fieldId}-problem`}>{problem}</FieldProblem>}
          <div className="mt-4 flex flex-wrap justify-end gap-2">
            <Button onClick={() => onOpenChange(false)}>{t('common:cancel')}</Button>
            <Button type="submit" look="primary" busy={search.isPending}>
              {t('history:erasing.search')}
            </Button>
          </div>
        </form>
      </Dialog>
      <ConfirmDialog
        open={open && found !== null}
        onOpenChange={() => setFound(null)}
        title={t('history:erasing.sure')}
        text={[
          t('history:erasing.these', { text: cutText(text.trim(), SHOWN_CHARS) }),
          ...(found?.isShown ? [t('history:erasing.shownToo')] : []),
          t('history:erasing.reach'),
        ].join(' ')}
        confirmLabel={t('history:erasing.erase')}
        cancelLabel={t('common:cancel')}
        danger
        busy={erase.isPending}
        onConfirm={() => erase.mutate()}
      />
    </>
  );
}

type Found = Awaited<ReturnType<typeof findInHistory>>;

/** Searches the history for the text, then erases it there. */
function useErasing(documentId: string, text: string, onErased: () => void) {
  const { t } = useTranslation(['history', 'errors']);
  const client = useQueryClient();
  const leaving = useRef<AbortController | null>(null);
  const [found, setFound] = useState<Found | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => () => leaving.current?.abort(), []);
  const search = useMutation({
    mutationFn: async () => {
      setProblem(null);
      const lines = linesSchema.safeParse(linesOf(text));
      if (!lines.success) return setProblem(t('history:erasing.short', { min: MIN_CHARS }));
      leaving.current = new AbortController();
      const erasable = await findInHistory(documentId, lines.data, leaving.current.signal);
      if (erasable.ranges.length > 0) return setFound(erasable);
      setProblem(t(erasable.isShown ? 'history:erasing.shown' : 'history:erasing.notFound'));
    },
    onError: (error) => setProblem(t(`errors:${errorCodeOf(error)}`)),
  });
  const erase = useMutation({
    mutationFn: () => eraseText(documentId, found!, text.trim()),
    onSuccess: (count) => {
      onErased();
      showToast.success(t('history:erasing.done', { count }));
    },
    onError: (error) =>
      showToast.error(`${t('history:erasing.failed')} ${t(`errors:${errorCodeOf(error)}`)}`),
    onSettled: async () => {
      setFound(null);
      await forgetErased(client, documentId);
    },
  });
  return { search, erase, found, problem, setFound };
}
