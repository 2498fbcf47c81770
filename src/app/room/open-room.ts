/**
 * One open document, without React: the shared doc, the people present, the save state. Pages and features use a room
 * independently of its transport.
 */
import { ObservableV2 } from 'lib0/observable';
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
import { openDeviceText, type RoomText } from './device-text.ts';
import type { RoomOutbox } from './room-outbox.ts';
import { readTitle } from '#contract/text/read-title.ts';
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
import { readErasures } from './read-erasures.ts';
import { readCommentVersion } from './comments/read-comment-version.ts';
import { hostClock } from '#yjs-supabase/clock';
import { indexWhenIdle } from './index-when-idle.ts';
import { watchRestores, type RestoreRow } from './watch-restores.ts';

/** A type, as `ObservableV2` takes no interface. */
export type RoomEvents = {
  /** `status()` or `people()` may have changed; emitted at every keystroke too. */
  change: () => void;
  /** Remote changes are about to be applied. */
  incoming: ProviderEvents['incoming'];
  /** This copy differs from the log permanently, so that a new copy is needed. */
  diverged: () => void;
  /** The owner erased text from the history. An undo on this page could bring it back, so that a new copy is needed. */
  erased: () => void;
  /** Any user, including this one, has restored a version. */
  restore: (row: RestoreRow) => void;
  /** The version of the document's threads of comments, whenever the server names it; null when this role does not see them. */
  comments: (version: number | null) => void;
  /** A message arrived that a peer sent by `sendNotice`. */
  notice: ProviderEvents['notice'];
};

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
  /** Calls the listener at each such event until the returned function is called, or the room closed. Stable function. */
  readonly on: <Name extends keyof RoomEvents>(event: Name, listener: RoomEvents[Name]) => () => void;
  /** Sends a small message to sessions; it may be lost. Stable function. */
  readonly sendNotice: (name: string, bytes: Uint8Array, sessions: readonly string[]) => void;
  /** Saves now. True when all changes made so far are in the log. Stable function. */
  readonly flush: () => Promise<boolean>;
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
  /** The text on this device, which is shown before the server's. */
  readonly text?: RoomText;
  /** Called when the room has ended after `close()`, with whether everything was saved. */
  readonly onEnded?: (isSaved: boolean) => void;
  readonly settings?: Partial<Settings>;
  /** Has the text indexed for search; `leaving` if the page may be closing. */
  readonly indexText?: (leaving: boolean) => void;
}

export function openRoom(options: RoomOptions): Room {
  const { supabase, log, documentId, userId, settings } = options;
  const doc = new Y.Doc();
  const outbox = options.openOutbox?.(() => readTitle(doc));
  const events = new ObservableV2<RoomEvents>();
  const provider = new SupabaseProvider(supabase, documentId, doc, {
    log: watchRestores(log, (row) => events.emit('restore', [row])),
    schema: SCHEMA_MAJOR,
    title: { root: TITLE_ROOT, maxChars: MAX_TITLE_CHARS },
    topicOf: laneTopic,
    gate: createUpdateGate(),
    fingerprint,
    ...(settings ? { settings } : {}),
    ...(outbox ? { store: outbox } : {}),
    ...(options.text ? { connect: false } : {}),
    ...(import.meta.env.DEV ? { onStep: traceStep } : {}),
  });
  outbox?.hold(provider.sessionId);
  const recovered = openRecoveryTray(doc, TEXT_ROOT, Date.now, (clientId) => {
    const person = provider.personOf(clientId);
    return person && { name: person.name, isSelf: person.userId === userId };
  });
  const follower = followText(doc, TEXT_ROOT, { onRemoteChange: recovered.takeRemote });
  provider.on('incoming', (updates) => {
    follower.takeIncoming(updates);
    events.emit('incoming', [updates]);
  });
  let erasures: number | null = null;
  provider.on('host', (name, value) => {
    options.text?.hear(name, value);
    const version = readCommentVersion(value);
    if (version !== undefined) events.emit('comments', [version]);
    const count = readErasures(value);
    // The first reply to a poll tells those of before this page.
    if (count !== null && (erasures === null ? name !== 'head' : count > erasures)) {
      deviceText?.drop();
      events.emit('erased', []);
    }
    erasures = Math.max(erasures ?? 0, count ?? 0);
  });
  const openAfresh = (): void => {
    deviceText?.drop();
    events.emit('diverged', []);
  };
  provider.on('diverged', openAfresh);
  provider.on('notice', (from, bytes) => events.emit('notice', [from, bytes]));

  let images: ImagesState = 'none';
  let weight = 0;
  const readStatus = (): RoomStatus =>
    roomStatus(provider.view, {
      online: hasNetwork(),
      storage: storageTrouble(outbox),
      images,
      weight,
      waits: deviceText?.waits() ?? false,
    });
  const deviceText = options.text && openDeviceText(provider, doc, options.text, { openAfresh, takeView });
  let status = readStatus();
  let people = groupPeople(provider.people, userId);
  function takeView(): void {
    status = readStatus();
    page.askBeforeClosing(couldLoseText(provider.view));
    events.emit('change', []);
  }
  provider.on('view', takeView);
  // A failure of storage does not change the view.
  provider.on('connection-error', takeView);
  provider.on('people', (entries) => {
    people = groupPeople(entries, userId);
    events.emit('change', []);
  });
  const wake = (): void => {
    provider.wake();
    // A hidden page may still fetch, but is not shown as present.
    if (!isSeen()) provider.hide();
  };
  const index = options.indexText && indexWhenIdle(doc, hostClock, options.indexText);
  const page = watchPage({
    flush: (leaving) => {
      if (leaving) {
        deviceText?.keepNow();
        provider.hide();
        index?.leave();
      } else void provider.flush();
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
    on: (event, listener) => {
      events.on(event, listener);
      return () => events.off(event, listener);
    },
    sendNotice: (name, bytes, sessions) => provider.sendNotice(name, bytes, sessions),
    flush: () => provider.flush(),
    seen: () => provider.catchUp(),
    pull: wake,
    close: () => {
      events.destroy();
      follower.close();
      recovered.close();
      // Saves the last changes before the page is left.
      void provider.retire().then((isSaved) => {
        if (isSaved) index?.leave();
        index?.close();
        page.unwatch();
        deviceText?.close();
        outbox?.close();
        provider.awareness.destroy();
        doc.destroy();
        options.onEnded?.(isSaved);
      });
    },
  };
}
