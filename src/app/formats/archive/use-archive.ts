import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { documentsQuery, type ListedDocument } from '../../data/documents.ts';
import {
  DeviceStorageError,
  openKeptArchive,
  type KeptArchive,
  type KeptFacts,
} from '../../room/archive-on-device.ts';
import { collectArchive, isFresh, type Left, type Progress } from './collect-archive.ts';
import type { PackedDocument } from './pack-document.ts';
import { readDocumentForArchive } from './read-document.ts';
import { mostBytesOfPart } from './save-archive.ts';
import type { TakenDocument } from './taken-document.ts';
import { splitParts, type ArchivePart } from './write-archive.ts';

export type ArchiveState =
  | { readonly kind: 'idle'; readonly problem: 'noRoom' | 'failed' | null }
  | { readonly kind: 'preparing'; readonly progress: Progress }
  | { readonly kind: 'ready'; readonly parts: readonly ArchivePart[]; readonly left: readonly Left[] };

/** Makes the files of documents, one after the other. Handed in by the page. */
export interface Packer {
  /** Rejects with an ApiError when something cannot be loaded now, and when the signal aborts. */
  readonly pack: (taken: TakenDocument, signal: AbortSignal) => Promise<PackedDocument>;
  readonly close: () => void;
}

/** `untitled` names the folder of a document without a title. */
export type OpenPacker = (untitled: string) => Packer;

export interface Archive {
  readonly state: ArchiveState;
  /** Documents that are on the device from another time. */
  readonly kept: readonly KeptFacts[];
  readonly prepare: (withShared: boolean) => Promise<void>;
  readonly cancel: () => void;
  readonly discard: () => Promise<void>;
  readonly read: KeptArchive<PackedDocument>['read'];
}

/** The user's documents that can be read. Those in the trash cannot. */
export const wantedDocuments = (
  documents: readonly ListedDocument[],
  userId: string,
  withShared: boolean,
): readonly ListedDocument[] =>
  documents.filter(({ ownerId, deletedAt }) => deletedAt === null && (withShared || ownerId === userId));

const IDLE: ArchiveState = { kind: 'idle', problem: null };

export function useArchive(userId: string, openPacker: OpenPacker, untitled: string): Archive {
  const client = useQueryClient();
  const device = useMemo(() => openKeptArchive<PackedDocument>(userId, indexedDB), [userId]);
  const [state, setState] = useState<ArchiveState>(IDLE);
  const [kept, setKept] = useState<readonly KeptFacts[]>([]);
  const running = useRef<AbortController | null>(null);
  const look = (): Promise<void> => device.list().then(setKept, failTo(setState));

  useEffect(() => {
    device.list().then(setKept, failTo(setState));
    return () => {
      running.current?.abort();
      device.close();
    };
  }, [device]);

  const prepare = async (withShared: boolean): Promise<void> => {
    const { signal } = (running.current = new AbortController());
    const tell = (progress: Progress): void => {
      if (!signal.aborted) setState({ kind: 'preparing', progress });
    };
    tell({ done: 0, of: 0, title: '', waitsFor: null });
    const packer = openPacker(untitled);
    try {
      // Rights may have changed since the list was read.
      const listed = await client.fetchQuery({ ...documentsQuery(), staleTime: 0 });
      const documents = wantedDocuments(listed, userId, withShared);
      const ports = {
        kept: device,
        take: async (document: ListedDocument) => packer.pack(await readDocumentForArchive(document), signal),
        wait,
        nowMs: () => Date.now(),
      };
      const collected = await collectArchive(ports, documents, tell, signal);
      const facts = await device.list();
      setKept(facts);
      if (collected.kind === 'ready')
        setState({ kind: 'ready', parts: partsOf(collected.ids, facts), left: collected.left });
      else setState(IDLE);
    } catch (error) {
      failTo(setState)(error);
      await look();
    } finally {
      packer.close();
    }
  };
  const cancel = (): void => {
    running.current?.abort();
    setState(IDLE);
  };
  const discard = async (): Promise<void> => {
    setState(IDLE);
    await device.clear().catch(failTo(setState));
    await look();
  };
  return { state, kept, prepare, cancel, discard, read: device.read };
}

const failTo =
  (setState: (state: ArchiveState) => void) =>
  (error: unknown): void => {
    setState({ kind: 'idle', problem: error instanceof DeviceStorageError ? 'noRoom' : 'failed' });
    if (!(error instanceof DeviceStorageError)) reportError(error);
  };

export function partsOf(ids: readonly string[], facts: readonly KeptFacts[]): readonly ArchivePart[] {
  const known = new Map(facts.map((one) => [one.id, one]));
  return splitParts(
    ids.flatMap((id) => known.get(id) ?? []),
    mostBytesOfPart(),
  );
}

/** Also until the connection is back. */
const wait = (delayMs: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      if (signal.aborted) reject(signal.reason as Error);
      else resolve();
    };
    const timer = setTimeout(end, delayMs);
    addEventListener('online', end);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });

/** Those that need not be read again. */
export const countFresh = (
  kept: readonly KeptFacts[],
  documents: readonly ListedDocument[],
  nowMs: number,
): number => {
  const listed = new Map(documents.map((document) => [document.id, document]));
  return kept.filter((facts) => {
    const document = listed.get(facts.id);
    return document !== undefined && isFresh(facts, document, nowMs);
  }).length;
};
