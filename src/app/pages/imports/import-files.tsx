import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cutText } from '#contract/cut-text.ts';
import { MAX_NAME_CHARS } from '#contract/limits.ts';
import { errorCodeOf } from '../../data/api-error.ts';
import { refreshDocuments } from '../../data/documents.ts';
import { refreshFolders } from '../../data/folders.ts';
import { ImportDialog } from '../../formats/import/import-dialog.tsx';
import type { ChangesChoice, ImportState } from '../../formats/import/types.ts';
import { Button } from '../../ui/button.tsx';
import { loadLater } from '../../ui/load-later.tsx';
import { showToast } from '../../ui/toast.tsx';
import { makeDocuments } from './make-documents.ts';
import { useOrigin } from './use-origin.ts';
import { readFiles, type ReadFiles, type ReadyText } from './read-files.ts';

const CompareFile = loadLater(() => import('./compare-file.tsx').then((part) => part.CompareFile));

interface ImportFilesProps {
  readonly files: readonly File[];
  readonly userId: string;
  readonly folderId: string | undefined;
  readonly onOpen: (documentId: string) => void;
  /** For an open document, that of the user: puts the texts into it. Resolves to false where they do not fit. */
  readonly onInsert?: (texts: readonly ReadyText[], signal: AbortSignal) => Promise<boolean>;
  readonly onClose: () => void;
}

/** Reads the files, shows what would come in, and makes the documents. */
export function ImportFiles({ files, userId, folderId, onOpen, onInsert, onClose }: ImportFilesProps) {
  const { t } = useTranslation(['imports', 'errors']);
  const client = useQueryClient();
  const [changes, setChanges] = useState<ChangesChoice>('accept');
  const { state, setState, read, signal } = useReading(files, changes);
  const create = async (): Promise<void> => {
    setState({ step: 'making', count: texts.length, share: 0 });
    const onProgress = (share: number): void => setState({ step: 'making', count: texts.length, share });
    try {
      const newFolder = folderNameFor(texts);
      const { ids, failed } = await makeDocuments(texts, {
        userId,
        folderId,
        newFolder,
        signal: signal(),
        onProgress,
      });
      if (failed.length > 0)
        setState({
          step: 'failed',
          failed: failed.map(({ title, code }) => ({ title, reason: t(`errors:${code}`) })),
        });
      else finish(ids);
    } catch (error) {
      if (signal().aborted) return;
      fail(texts, t(`errors:${errorCodeOf(error)}`));
    } finally {
      void refreshFolders(client);
      void refreshDocuments(client);
    }
  };
  const texts = read?.texts ?? [];
  const insert = async (into: NonNullable<typeof onInsert>): Promise<void> => {
    setState({ step: 'inserting', share: 0 });
    try {
      if (await into(texts, signal())) return onClose();
      fail(texts, t('imports:tooLarge'));
    } catch (error) {
      if (!signal().aborted) fail(texts, t(`errors:${errorCodeOf(error)}`));
    }
  };
  const fail = (failed: readonly ReadyText[], reason: string): void =>
    setState({ step: 'failed', failed: failed.map(({ title }) => ({ title, reason })) });
  const finish = (ids: readonly string[]): void => {
    onClose();
    if (ids.length > 1) showToast.success(t('imports:done', { count: ids.length }));
    else onOpen(ids[0]!);
  };
  const [only] = texts.length === 1 ? texts : [];
  const origin = useOrigin(only);
  const [isComparing, setComparing] = useState(false);
  if (isComparing && only && origin)
    return <CompareFile text={only} origin={origin} userId={userId} onClose={() => setComparing(false)} />;
  return (
    <ImportDialog
      state={state}
      changes={changes}
      onChanges={setChanges}
      onCreate={() => void create()}
      more={
        <>
          {origin && <Button onClick={() => setComparing(true)}>{t('imports:compare')}</Button>}
          {onInsert && <Button onClick={() => void insert(onInsert)}>{t('imports:insert')}</Button>}
        </>
      }
      notes={[
        ...(origin ? [t('imports:origin')] : []),
        ...(onInsert && texts.some(({ threads }) => threads.length > 0)
          ? [t('imports:insertWithoutComments')]
          : []),
      ]}
      onClose={onClose}
    />
  );
}

/** The texts of one archive stay together. */
function folderNameFor(texts: readonly ReadyText[]): string | null {
  const [first, ...others] = texts;
  const isArchive =
    first !== undefined && others.length > 0 && others.every(({ file }) => file === first.file);
  return isArchive ? cutText(first.fileName.replace(/\.zip$/i, ''), MAX_NAME_CHARS) : null;
}

/** Leaving the dialog ends the worker, and the making of documents. */
function useReading(files: readonly File[], changes: ChangesChoice) {
  const controller = useRef<AbortController | null>(null);
  const [read, setRead] = useState<ReadFiles | null>(null);
  const [state, setState] = useState<ImportState>({
    step: 'reading',
    fileName: '',
    files: files.length,
    share: 0,
  });
  useEffect(() => {
    const mine = new AbortController();
    controller.current = mine;
    const onProgress = (fileName: string, share: number): void =>
      setState({ step: 'reading', fileName, files: files.length, share });
    void readFiles(files, { changes, signal: mine.signal, onProgress }).then(
      (done) => {
        setRead(done);
        setState({ step: 'preview', texts: done.texts.map(shown), bad: done.bad });
      },
      (error: unknown) => {
        if (!mine.signal.aborted) throw error;
      },
    );
    return () => mine.abort();
  }, [files, changes]);
  return { state, setState, read, signal: () => controller.current!.signal };
}

const shown = (text: ReadyText) => ({
  title: text.title,
  words: text.words,
  pictures: text.pictures.size,
  comments: text.threads.reduce((count, thread) => count + thread.comments.length, 0),
  losses: text.losses,
  changes: text.changes,
});
