import { reportClosed } from '../data/closed-documents.ts';
import { createDocumentLog } from '../data/document-log.ts';
import { askForIndex } from '../data/index-text.ts';
import { loadBegun } from '../data/load-begun.ts';
import { getSessionState } from '../data/session.ts';
import { getConfig, getSupabase } from '../data/supabase.ts';
import { SCHEMA_MAJOR } from '#contract/document-schema.ts';
import { drainNow, drainSoon } from './keep-draining.ts';
import { openRoom, type Room } from './open-room.ts';
import { openRoomOutbox, type RoomOutbox } from './room-outbox.ts';
import { openRoomText } from './room-text.ts';
import { textsDatabaseOf } from './texts-database.ts';
import type { OpenTexts } from './open-texts.ts';
import { askToPersist, deviceOf, type Device } from './this-device.ts';

/** With its text and outbox on this device. Requires a signed-in user. */
export function openOwnRoom(documentId: string): Room {
  const session = getSessionState();
  if (session.kind !== 'signed-in') throw new Error('a room requires a signed-in user');
  const userId = session.session.user.id;
  const device = deviceOf(userId);
  const text =
    device &&
    openRoomText({
      documentId,
      database: textsDatabaseOf(userId),
      late: loadTexts(userId),
      copy: device.copy,
      drain: drainNow,
      // Without the code nothing is shown yet; the log needs it too, and says that it cannot be reached.
      readBegun: () =>
        loadBegun(documentId).then(
          (part) => part && part.readBegun(documentId),
          () => null,
        ),
    });
  const log = createDocumentLog((weight) => room.takeWeight(weight));
  const room = openRoom({
    supabase: getSupabase(),
    log: text?.after(log) ?? log,
    ...(text ? { text } : {}),
    documentId,
    userId,
    settings: { eventsPerSecond: getConfig().eventsPerSecond },
    ...(device ? { openOutbox: (titleOf) => openOutbox(device, titleOf) } : {}),
    indexText: askForIndex(documentId),
    onEnded: (isSaved) => {
      reportClosed();
      if (!isSaved) drainSoon();
    },
  });
  return room;
}

function openOutbox(device: Device, titleOf: () => string): RoomOutbox {
  const onFirstKept = (): void => void askToPersist(device);
  return openRoomOutbox({ ...device, schema: SCHEMA_MAJOR, titleOf, onFirstKept });
}

const loadTexts = (userId: string): Promise<OpenTexts | null> =>
  import('./open-texts.ts').then(
    (part) => part.openTextsOf(userId),
    () => null,
  );
