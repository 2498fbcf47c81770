/**
 * Forwards messages sent from SQL: every committed row of realtime.messages goes to its room, in commit order.
 * Notifications carry ids. Ids that arrive during one read are fetched together by the next.
 */
import { z } from 'zod';
import { countMessage, rateOf, type Hub } from './hub.ts';
import { deleteOldMessages, readMessages, sizeOf, toBroadcast, type StoredMessage } from './messages.ts';
import { maxPayloadBytes } from './realtime-config.ts';

const CHANNEL = 'realtime_messages';
const idSchema = z.uuid();

function passOn(hub: Hub, message: StoredMessage): void {
  if (sizeOf(message) > maxPayloadBytes(hub.config)) {
    hub.log('error', `message ${message.id} from the database is too large and is dropped`);
    return;
  }
  if (rateOf(hub, 'messages') > hub.config.maxMessagesPerSecond) {
    hub.log('error', `message ${message.id} from the database exceeds the message rate and is dropped`);
    return;
  }
  countMessage(hub, 'in');
  hub.rooms.find(message.topic, message.isPrivate)?.broadcast(toBroadcast(message, false));
}

/** Resolves with the undo once LISTEN is active. */
export async function listenToDatabase(hub: Hub): Promise<() => Promise<void>> {
  let waitingIds: string[] = [];
  let isReading = false;

  async function readAll(): Promise<void> {
    while (waitingIds.length > 0) {
      const ids = waitingIds;
      waitingIds = [];
      for (const message of await readMessages(hub.database, ids)) passOn(hub, message);
    }
  }

  return hub.database.listen(CHANNEL, (payload) => {
    const id = idSchema.safeParse(payload);
    if (!id.success) return;
    waitingIds.push(id.data);
    if (isReading) return;
    isReading = true;
    readAll()
      .catch((error: unknown) => hub.log('error', `messages from the database are lost: ${String(error)}`))
      .finally(() => {
        isReading = false;
      });
  });
}

/** Deletes expired rows now and periodically. Returns the undo. */
export function startCleanup(hub: Hub): () => void {
  let stopTimer = (): void => {};
  function cleanUp(): void {
    const { messageRetentionMs, cleanupEveryMs } = hub.config;
    deleteOldMessages(hub.database, hub.clock() - messageRetentionMs).catch((error: unknown) => {
      hub.log('error', `old messages could not be deleted: ${String(error)}`);
    });
    stopTimer = hub.startTimer(cleanupEveryMs, cleanUp);
  }
  cleanUp();
  return () => stopTimer();
}
