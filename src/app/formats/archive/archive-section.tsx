import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCodeOf } from '../../data/api-error.ts';
import { documentsQuery, type ListedDocument } from '../../data/documents.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextSpan } from '../../ui/text-span.tsx';
import { PreparingArchive } from './preparing-archive.tsx';
import { ReadyArchive } from './ready-archive.tsx';
import { countFresh, useArchive, wantedDocuments, type Archive, type OpenPacker } from './use-archive.ts';

interface ArchiveSectionProps {
  readonly userId: string;
  readonly openPacker: OpenPacker;
}

/** Downloads all documents of the user in one zip, for reading without Spolu and for importing again. */
export function ArchiveSection({ userId, openPacker }: ArchiveSectionProps) {
  const { t } = useTranslation(['archive', 'common', 'errors']);
  const documents = useQuery(documentsQuery());
  const archive = useArchive(userId, openPacker, t('page.untitled'));
  if (!isSecureContext) return <p className="text-muted">{t('insecure')}</p>;
  return (
    <div className="flex flex-col items-start gap-4">
      <p className="text-muted">{t('text')}</p>
      {documents.isPending ? <Skeleton className="h-10 w-full" /> : null}
      {documents.isError && !documents.data ? (
        <Notice>
          <p>{t(`errors:${errorCodeOf(documents.error)}`)}</p>
          <Button className="mt-2" busy={documents.isFetching} onClick={() => void documents.refetch()}>
            {t('common:retry')}
          </Button>
        </Notice>
      ) : null}
      {documents.data ? <Steps archive={archive} userId={userId} documents={documents.data} /> : null}
    </div>
  );
}

interface StepsProps {
  readonly archive: Archive;
  readonly userId: string;
  readonly documents: readonly ListedDocument[];
}

function Steps({ archive, userId, documents }: StepsProps) {
  const { t } = useTranslation('archive');
  const [withShared, setWithShared] = useState(false);
  const [nowMs] = useState(() => Date.now());
  const { state, kept } = archive;
  if (state.kind === 'preparing')
    return <PreparingArchive progress={state.progress} onCancel={archive.cancel} />;
  if (state.kind === 'ready') return <ReadyArchive {...state} read={archive.read} onDone={archive.discard} />;
  const wanted = wantedDocuments(documents, userId, withShared);
  const shared = wantedDocuments(documents, userId, true).filter(({ ownerId }) => ownerId !== userId);
  const ready = countFresh(kept, wanted, nowMs);
  return (
    <>
      {shared.length > 0 ? <Shared documents={shared} isOn={withShared} onChange={setWithShared} /> : null}
      {ready > 0 ? <TextSpan className="text-muted">{t('kept', { count: ready })}</TextSpan> : null}
      {state.problem ? <Notice>{t(state.problem)}</Notice> : null}
      {wanted.length === 0 ? (
        <TextSpan className="text-muted">{t('nothing')}</TextSpan>
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => void archive.prepare(withShared)}>
            {t(ready > 0 ? 'goOn' : 'prepare')}
          </Button>
          {ready > 0 ? (
            <Button look="quiet" onClick={() => void archive.discard()}>
              {t('discard')}
            </Button>
          ) : null}
        </div>
      )}
      <p className="text-[13px] text-muted">{t('trash')}</p>
    </>
  );
}

interface SharedProps {
  readonly documents: readonly ListedDocument[];
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

function Shared({ documents, isOn, onChange }: SharedProps) {
  const { t } = useTranslation('archive');
  return (
    <div className="w-full">
      <label className="flex cursor-pointer items-center gap-2 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          className="size-4 accent-ink"
          checked={isOn}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <TextSpan>{t('shared', { count: documents.length })}</TextSpan>
      </label>
      <details className="mt-1 pl-6 text-[13px] text-muted">
        <summary className="cursor-pointer pointer-coarse:py-3">{t('whichShared')}</summary>
        <ul className="mt-1 max-h-60 overflow-y-auto">
          {documents.map(({ id, title, ownerName }) => (
            <li key={id} className="py-0.5 break-words">
              <TextSpan>{t('sharedBy', { title: title || t('page.untitled'), name: ownerName })}</TextSpan>
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}
