/** The text of an open document on this device: shown first, and written while the document is open. */
import { encodeStateAsUpdate, type Doc } from 'yjs';
import type { KeptText, Provider } from '#yjs-supabase';
import { hostClock, type Clock } from '#yjs-supabase/clock';
import { createTextKeeper } from './keep-text.ts';

/** The device's side, for one document. Nothing rejects. */
export interface RoomText {
  read(): Promise<KeptText | null>;
  write(text: Omit<KeptText, 'updates'>): void;
  remove(): void;
  /** Whether no update is waiting any more of those that were read with the text. */
  isSent(): Promise<boolean>;
}

export interface DeviceText {
  /** The page is hidden. */
  keepNow(): void;
  /** This copy is to be replaced by one from the server. */
  drop(): void;
  /** The room has ended. */
  close(): void;
}

/** The server does not let this user read the document, or not this state of it. */
const NO_LONGER: ReadonlySet<string> = new Set(['forbidden', 'not_found', 'gone', 'generation_mismatch']);

/** Connects the provider once the device has answered. `onOutdated`: the text shown is of another generation. */
export function openDeviceText(
  provider: Pick<Provider, 'place' | 'view' | 'show' | 'noteLogged' | 'connect' | 'on' | 'off'>,
  doc: Doc,
  text: RoomText,
  onOutdated: () => void,
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
    if (ended === 'generation_mismatch' && !confirmed) onOutdated();
  };
  provider.on('view', onView);
  doc.on('update', () => keeper.noteChange());

  void text.read().then((kept) => {
    if (kept && provider.show(kept)) waits = kept.updates.length > 0;
    else if (kept) text.remove();
    provider.connect();
  });

  return {
    keepNow: () => keeper.keepNow(),
    drop,
    close: () => {
      keeper.keepNow();
      keeper.stop();
    },
  };
}
