import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCodeOf } from '../../data/api-error.ts';
import { documentsQuery, type ListedDocument } from '../../data/documents.ts';
import { foldersQuery, type Folder } from '../../data/folders.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextSpan } from '../../ui/text-span.tsx';
import { PreparingArchive } from './preparing-archive.tsx';
import { ReadyArchive } from './ready-archive.tsx';
import {
  countFresh,
  partsOf,
  useArchive,
  wantedDocuments,
  type Archive,
  type OpenPacker,
} from './use-archive.ts';

interface ArchiveSectionProps {
  readonly userId: string;
  readonly openPacker: OpenPacker;
}

/** Downloads all documents of the user in one zip, for reading without Spolu and for importing again. */
export function ArchiveSection({ userId, openPacker }: ArchiveSectionProps) {
  const { t } = useTranslation(['archive', 'common', 'errors']);
  const [documents, folders] = [useQuery(documentsQuery()), useQuery(foldersQuery())];
  const failed = [documents, folders].find(({ isError, data }) => isError && !data);
  const archive = useArchive(userId, openPacker, t('page.untitled'));
  if (!isSecureContext) return <p className="text-muted">{t('insecure')}</p>;
  return (
    <div className="flex flex-col items-start gap-4">
      <p className="text-muted">{t('text')}</p>
      {!failed && (documents.isPending || folders.isPending) ? <Skeleton className="h-10 w-full" /> : null}
      {failed ? (
        <Notice>
          <p>{t(`errors:${errorCodeOf(failed.error)}`)}</p>
          <Button className="mt-2" busy={failed.isFetching} onClick={() => void failed.refetch()}>
            {t('common:retry')}
          </Button>
        </Notice>
      ) : null}
      {documents.data && folders.data ? (
        <Steps archive={archive} userId={userId} documents={documents.data} folders={folders.data} />
      ) : null}
    </div>
  );
}

interface StepsProps {
  readonly archive: Archive;
  readonly userId: string;
  readonly documents: readonly ListedDocument[];
  readonly folders: readonly Folder[];
}

function Steps({ archive, userId, documents, folders }: StepsProps) {
  const { t } = useTranslation('archive');
  const [withShared, setWithShared] = useState(false);
  const [nowMs] = useState(() => Date.now());
  const { state, kept } = archive;
  if (state.kind === 'preparing')
    return <PreparingArchive progress={state.progress} onCancel={archive.cancel} />;
  const saving = { read: archive.read, places: placesOf(documents, folders), onDone: archive.discard };
  if (state.kind === 'ready') return <ReadyArchive {...state} {...saving} />;
  const wanted = wantedDocuments(documents, userId, withShared);
  const shared = wantedDocuments(documents, userId, true).filter(({ ownerId }) => ownerId !== userId);
  const ready = countFresh(kept, wanted, nowMs);
  const isAll = ready > 0 && ready === wanted.length;
  return (
    <>
      {shared.length > 0 ? <Shared documents={shared} isOn={withShared} onChange={setWithShared} /> : null}
      {ready > 0 && !isAll ? <TextSpan className="text-muted">{t('kept', { count: ready })}</TextSpan> : null}
      {state.problem ? <Notice>{t(state.problem)}</Notice> : null}
      {wanted.length === 0 ? <TextSpan className="text-muted">{t('nothing')}</TextSpan> : null}
      {isAll ? <ReadyArchive parts={partsOf(idsOf(wanted), kept)} left={[]} {...saving} /> : null}
      {wanted.length > 0 && !isAll ? (
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
      ) : null}
      <p className="text-[13px] text-muted">{t('trash')}</p>
    </>
  );
}

const idsOf = (documents: readonly ListedDocument[]): readonly string[] => documents.map(({ id }) => id);

/** Names of the folders that documents are in, by their ids. */
function placesOf(
  documents: readonly ListedDocument[],
  folders: readonly Folder[],
): ReadonlyMap<string, string> {
  const names = new Map(folders.map(({ id, name }) => [id, name]));
  return new Map(
    documents.flatMap(({ id, folderId }) => {
      const name = folderId === null ? undefined : names.get(folderId);
      return name === undefined ? [] : [[id, name] as const];
    }),
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
