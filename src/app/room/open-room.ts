/**
 * One open document, without React: the shared doc, the people present, the save state. Pages and features use a room
 * independently of its transport.
 */
import type { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { SCHEMA_MAJOR, TEXT_ROOT, TITLE_ROOT } from '#contract/document-schema.ts';
import { fingerprint } from '#contract/fingerprint.ts';
import { MAX_TITLE_CHARS } from '#contract/limits.ts';
import { createUpdateGate } from '#contract/update-gate.ts';
import { laneTopic } from '#contract/topics.ts';
import {
  SupabaseProvider,
  type DocumentLog,
  type ProviderEvents,
  type RealtimeHost,
  type Settings,
} from '#yjs-supabase';
import { groupPeople, type Person } from './people.ts';
import type { RoomOutbox } from './room-outbox.ts';
import { readTitle } from './read-title.ts';
import { openRecoveryTray, type RecoveryTray } from './recovery-tray.ts';
import { followText, type TextFollower } from './follow/follow-text.ts';
import {
  couldLoseText,
  roomStatus,
  storageTrouble,
  type ImagesState,
  type RoomStatus,
} from './room-status.ts';
import { hasNetwork, isSeen, watchPage } from './watch-page.ts';
import { traceStep } from './trace-steps.ts';
import { watchRestores, type RestoreRow } from './watch-restores.ts';

export interface Room {
  readonly documentId: string;
  readonly doc: Y.Doc;
  readonly awareness: Awareness;
  /** Local text that other users deleted shortly after it was typed. */
  readonly recovered: RecoveryTray;
  /** Tracks text that remote changes moved. */
  readonly follower: TextFollower;
  status(): RoomStatus;
  /** The editor reports the state of added images. Stable function. */
  readonly takeImages: (images: ImagesState) => void;
  /** Takes the document's weight (`limits.ts`) from the server. */
  takeWeight(weight: number): void;
  people(): readonly Person[];
  /** Called on every change that may affect `status()` or `people()`, which includes every keystroke. */
  subscribe(listener: () => void): () => void;
  /** Called right before remote changes are applied. */
  readonly beforeIncoming: (listener: ProviderEvents['incoming']) => () => void;
  /** Called when this copy differs from the log permanently, so that a new copy is needed. */
  onDiverged(listener: () => void): () => void;
  /** Called when any user, including this one, has restored a version. */
  onRestore(listener: (row: RestoreRow) => void): () => void;
  /** Sends a small message to sessions; it may be lost. Stable function. */
  readonly sendNotice: (name: string, bytes: Uint8Array, sessions: readonly string[]) => void;
  /** Called for each such message. */
  onNotice(listener: ProviderEvents['notice']): () => void;
  /** Saves now. True when all changes made so far are in the log. */
  flush(): Promise<boolean>;
  /** Saves now. The seq up to which this page shows the log; null when saving or reading fails. Stable function. */
  readonly seen: () => Promise<number | null>;
  /** Fetches now and retries waiting requests, for example after signing in or coming online. */
  pull(): void;
  close(): void;
}

export interface RoomOptions {
  readonly supabase: RealtimeHost;
  readonly log: DocumentLog;
  readonly documentId: string;
  readonly userId: string;
  /** Stores local changes on this device; without it they are kept in memory. */
  readonly openOutbox?: (titleOf: () => string) => RoomOutbox;
  /** Called when the room has ended after `close()`, with whether everything was saved. */
  readonly onEnded?: (isSaved: boolean) => void;
  readonly settings?: Partial<Settings>;
}

export function openRoom(options: RoomOptions): Room {
  const { supabase, log, documentId, userId, settings } = options;
  const doc = new Y.Doc();
  const outbox = options.openOutbox?.(() => readTitle(doc));
  const restoreListeners = new Set<(row: RestoreRow) => void>();
  const provider = new SupabaseProvider(supabase, documentId, doc, {
    log: watchRestores(log, (row) => restoreListeners.forEach((listener) => listener(row))),
    schema: SCHEMA_MAJOR,
    title: { root: TITLE_ROOT, maxChars: MAX_TITLE_CHARS },
    topicOf: laneTopic,
    gate: createUpdateGate(),
    fingerprint,
    ...(settings ? { settings } : {}),
    ...(outbox ? { store: outbox } : {}),
    ...(import.meta.env.DEV ? { onStep: traceStep } : {}),
  });
  outbox?.hold(provider.sessionId);
  const recovered = openRecoveryTray(doc, TEXT_ROOT, Date.now, (clientId) => {
    const person = provider.personOf(clientId);
    return person && { name: person.name, isSelf: person.userId === userId };
  });
  const follower = followText(doc, TEXT_ROOT, { onRemoteChange: recovered.takeRemote });
  provider.on('incoming', (updates) => follower.takeIncoming(updates));

  const listeners = new Set<() => void>();
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  let images: ImagesState = 'none';
  let weight = 0;
  const readStatus = (): RoomStatus =>
    roomStatus(provider.view, { online: hasNetwork(), storage: storageTrouble(outbox), images, weight });
  let status = readStatus();
  let people = groupPeople(provider.people, userId);
  const takeView = (): void => {
    status = readStatus();
    page.askBeforeClosing(couldLoseText(provider.view));
    tell();
  };
  provider.on('view', takeView);
  // A failure of storage does not change the view.
  provider.on('connection-error', takeView);
  provider.on('people', (entries) => {
    people = groupPeople(entries, userId);
    tell();
  });
  const wake = (): void => {
    provider.wake();
    // A hidden page may still fetch, but is not shown as present.
    if (!isSeen()) provider.hide();
  };
  const page = watchPage({
    flush: (leaving) => {
      if (leaving) provider.hide();
      else void provider.flush();
    },
    wake,
    networkChanged: takeView,
  });

  return {
    documentId,
    doc,
    awareness: provider.awareness,
    recovered,
    follower,
    status: () => status,
    takeImages: (next) => {
      images = next;
      takeView();
    },
    takeWeight: (next) => {
      weight = next;
      takeView();
    },
    people: () => people,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    beforeIncoming: (listener) => {
      provider.on('incoming', listener);
      return () => provider.off('incoming', listener);
    },
    onDiverged: (listener) => {
      provider.on('diverged', listener);
      return () => provider.off('diverged', listener);
    },
    onRestore: (listener) => {
      restoreListeners.add(listener);
      return () => restoreListeners.delete(listener);
    },
    sendNotice: (name, bytes, sessions) => provider.sendNotice(name, bytes, sessions),
    onNotice: (listener) => {
      provider.on('notice', listener);
      return () => provider.off('notice', listener);
    },
    flush: () => provider.flush(),
    seen: () => provider.catchUp(),
    pull: wake,
    close: () => {
      listeners.clear();
      restoreListeners.clear();
      follower.close();
      recovered.close();
      // Saves the last changes before the page is left.
      void provider.retire().then((isSaved) => {
        page.unwatch();
        outbox?.close();
        provider.awareness.destroy();
        doc.destroy();
        options.onEnded?.(isSaved);
      });
    },
  };
}
