import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCodeOf } from '../data/api-error.ts';
import { formatDateTime } from '../i18n/format-date.ts';
import { nameFinder } from '../i18n/find-folded.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { TextField } from '../ui/text-field.tsx';
import { TextSpan } from '../ui/text-span.tsx';
import { showToast } from '../ui/toast.tsx';
import { readDeleted, type DeletedText } from './read-deleted.ts';

interface DeletedTextProps {
  readonly documentId: string;
  /** The newest row, once all local changes are there. */
  readonly head: () => Promise<number | null>;
  /** Inserts at the caret; null while the text is not shown, or cannot be changed. */
  readonly onBring: ((lines: readonly string[]) => void) | null;
  readonly onClose: () => void;
}

/** Text that was written in the document and deleted, with its writers, for its owner and editors. */
export function DeletedTextDialog({ documentId, head, onBring, onClose }: DeletedTextProps) {
  const { t } = useTranslation(['history', 'common']);
  const [open, setOpen] = useState(true);
  const brought = useRef<DeletedText | null>(null);
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title={t('history:deletedText.title')}
      description={t('history:deletedText.text')}
      closeLabel={t('common:close')}
      onGone={() => {
        onClose();
        if (brought.current) onBring?.(brought.current.lines);
      }}
    >
      <Found
        documentId={documentId}
        head={head}
        onBring={
          onBring &&
          ((chosen) => {
            brought.current = chosen;
            setOpen(false);
          })
        }
      />
    </Dialog>
  );
}

interface FoundProps extends Pick<DeletedTextProps, 'documentId' | 'head'> {
  readonly onBring: ((chosen: DeletedText) => void) | null;
}

function Found({ documentId, head, onBring }: FoundProps) {
  const { t } = useTranslation(['history', 'common', 'errors']);
  const client = useQueryClient();
  const [search, setSearch] = useState('');
  const { data, isError, error, isFetching, refetch } = useQuery({
    queryKey: ['deleted-text', documentId],
    queryFn: async ({ signal }) => readDeleted(client, documentId, (await head()) ?? 0, signal),
    // Somebody may have deleted more since.
    gcTime: 0,
    retry: false,
  });
  if (isError)
    return (
      <div role="alert" className="mt-4 flex flex-wrap items-center gap-3">
        <p>{`${t('history:deletedText.failed')}. ${t(`errors:${errorCodeOf(error)}`)}`}</p>
        <Button busy={isFetching} onClick={() => void refetch()}>
          {t('common:retry')}
        </Button>
      </div>
    );
  if (!data)
    return (
      <output className="mt-4 flex items-center gap-2 text-muted">
        <Spinner />
        <span>{t('history:deletedText.reading')}</span>
      </output>
    );
  if (data.length === 0) return <p className="mt-4 text-muted">{t('history:deletedText.none')}</p>;
  return (
    <>
      <TextField
        className="mt-4"
        type="search"
        label={t('history:deletedText.search')}
        value={search}
        autoComplete="off"
        onChange={(event) => setSearch(event.target.value)}
      />
      <Passages passages={data} search={search} onBring={onBring} />
    </>
  );
}

const AT_ONCE = 30;

function Passages({
  passages,
  search,
  onBring,
}: Pick<FoundProps, 'onBring'> & { readonly passages: readonly DeletedText[]; readonly search: string }) {
  const { t } = useTranslation('history');
  const [count, setCount] = useState(AT_ONCE);
  const fitting = useMemo(() => {
    const isWanted = nameFinder(search);
    return passages.filter(({ lines }) => search.trim() === '' || isWanted(lines.join(' ')));
  }, [passages, search]);
  return (
    <>
      <output className="mt-3 block text-[13px] text-muted">
        <TextSpan>{t('deletedText.count', { count: fitting.length })}</TextSpan>
      </output>
      <ul aria-label={t('deletedText.title')} className="mt-1 flex flex-col divide-y divide-line">
        {fitting.slice(0, count).map((passage, at) => (
          <Passage key={`${passage.at.getTime()} ${at}`} passage={passage} onBring={onBring} />
        ))}
      </ul>
      {fitting.length > count && (
        <Button className="mt-3" onClick={() => setCount(count + AT_ONCE)}>
          {t('deletedText.more')}
        </Button>
      )}
    </>
  );
}

function Passage({ passage, onBring }: Pick<FoundProps, 'onBring'> & { readonly passage: DeletedText }) {
  const { t } = useTranslation(['history', 'editor']);
  const { language } = useLanguage();
  const { lines, writtenBy, deletedBy, at } = passage;
  const formerMember = t('history:formerMember');
  const list = new Intl.ListFormat(language, { type: 'conjunction' });
  const copy = (): void => {
    navigator.clipboard.writeText(lines.join('\n')).then(
      () => showToast.success(t('editor:recovered.copied')),
      () => showToast.error(t('editor:recovered.copyFailed')),
    );
  };
  return (
    <li className="py-3">
      <p
        lang=""
        translate="no"
        dir="auto"
        className="max-h-48 overflow-y-auto font-serif break-words whitespace-pre-line"
      >
        {lines.join('\n')}
      </p>
      <p className="mt-1 text-[13px] text-muted">
        <TextSpan>
          {t('history:deletedText.by', {
            writers: list.format(writtenBy.map((name) => name ?? formerMember)),
            name: deletedBy ?? formerMember,
            when: formatDateTime(at, language),
          })}
        </TextSpan>
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {onBring && <Button onClick={() => onBring(passage)}>{t('history:deletedText.bring')}</Button>}
        <Button look="quiet" onClick={copy}>
          {t('editor:recovered.copy')}
        </Button>
      </div>
    </li>
  );
}
