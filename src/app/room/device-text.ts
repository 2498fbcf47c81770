/** The text of an open document on this device: shown first, and written while the document is open. */
import { encodeStateAsUpdate, type Doc } from 'yjs';
import type { KeptText, Provider } from '#yjs-supabase';
import { hostClock, type Clock } from '#yjs-supabase/clock';
import { createTextKeeper } from './keep-text.ts';

/** The device's side, for one document. Nothing rejects. */
export interface RoomText {
  read(): Promise<KeptText | null>;
  write(text: Omit<KeptText, 'updates'>): void;
  /** A message of the server, which may forbid keeping. */
  hear(name: string, value: unknown): void;
  remove(): void;
  /** Whether no update is waiting any more of those that were read with the text. */
  isSent(): Promise<boolean>;
}

export interface DeviceText {
  /** Changes of closed tabs are shown, and the log may not have them yet. */
  waits(): boolean;
  /** The page is hidden. */
  keepNow(): void;
  /** This copy is to be replaced by one from the server. */
  drop(): void;
  /** The room has ended. */
  close(): void;
}

/** The server does not let this user read the document, or not this state of it. */
const NO_LONGER: ReadonlySet<string> = new Set(['forbidden', 'not_found', 'gone', 'generation_mismatch']);

export interface DeviceTextHost {
  /** The text shown is of another generation. */
  readonly openAfresh: () => void;
  /** `waits` has changed. */
  readonly takeView: () => void;
}

/** Connects the provider once the device has answered. */
export function openDeviceText(
  provider: Pick<Provider, 'place' | 'view' | 'show' | 'noteLogged' | 'connect' | 'on' | 'off'>,
  doc: Doc,
  text: RoomText,
  host: DeviceTextHost,
  clock: Clock = hostClock,
): DeviceText {
  let waits = false;
  const keeper = createTextKeeper(() => {
    const { place } = provider;
    if (place === null && waits) void text.isSent().then(noteSent);
    if (place !== null) text.write({ ...place, state: encodeStateAsUpdate(doc) });
    return place !== null;
  }, clock);

  function noteSent(isSent: boolean): void {
    if (!isSent) return;
    waits = false;
    provider.noteLogged();
    host.takeView();
  }

  function drop(): void {
    keeper.stop();
    text.remove();
  }

  const onView = (): void => {
    const { ended, confirmed } = provider.view;
    if (ended === null) return;
    provider.off('view', onView);
    keeper.stop();
    if (!NO_LONGER.has(ended)) return;
    drop();
    if (ended === 'generation_mismatch' && !confirmed) host.openAfresh();
  };
  provider.on('view', onView);
  doc.on('update', () => keeper.noteChange());

  void text.read().then((kept) => {
    // Before the text is shown: its state must not be *Saved* for a moment.
    waits = kept !== null && kept.updates.length > 0;
    if (kept && provider.show(kept)) host.takeView();
    else {
      waits = false;
      if (kept) text.remove();
    }
    provider.connect();
  });

  return {
    waits: () => waits,
    keepNow: () => keeper.keepNow(),
    drop,
    close: () => {
      keeper.keepNow();
      keeper.stop();
    },
  };
}
