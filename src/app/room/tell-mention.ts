/**
 * Tells a person that they were mentioned in the text, once the mention is saved; and takes that back when its author deletes or
 * undoes it within two minutes. Pasted, restored, moved and redone mentions do not come here: they tell nobody.
 */
import type * as Y from 'yjs';
import type { Clock } from '#yjs-supabase/clock';

const TAKEN_BACK_MS = 120_000;
const RETRY_MS = [2000, 5000, 15_000, 30_000, 60_000, 120_000];

interface Mention {
  readonly userId: string;
  readonly item: Y.Item;
}

interface MentionId {
  readonly userId: string;
  readonly client: number;
  readonly clock: number;
}

export interface MentionPorts {
  readonly doc: Y.Doc;
  readonly clock: Clock;
  /** Saves now. True when all changes are in the log. */
  readonly flush: () => Promise<boolean>;
  readonly notify: (mention: MentionId) => Promise<void>;
  readonly takeBack: (mention: MentionId) => Promise<void>;
  /** Mentions that a local transaction inserted. */
  readonly insertedIn: (transaction: Y.Transaction) => readonly Mention[];
}

export async function tellMention(ports: MentionPorts, { userId, item }: Mention): Promise<void> {
  const { doc, clock, flush, notify, takeBack, insertedIn } = ports;
  const { client, clock: at } = item.id;
  const mention = { userId, client, clock: at };
  const untilMs = clock.nowMs() + TAKEN_BACK_MS;
  let living = item;
  let isTold = false;
  const stop = (): void => {
    doc.off('afterTransaction', follow);
    cancel();
  };
  const follow = (transaction: Y.Transaction): void => {
    if (!living.deleted) return;
    // A paragraph that is split or moved inserts its mentions again.
    const moved = transaction.local
      ? insertedIn(transaction).find((one) => one.userId === userId)
      : undefined;
    if (moved) {
      living = moved.item;
      return;
    }
    stop();
    if (isTold && transaction.local) void takeBack(mention);
  };
  doc.on('afterTransaction', follow);
  const cancel = clock.startTimer(untilMs - clock.nowMs(), stop);

  for (const delayMs of RETRY_MS) {
    const isSaved = await flush();
    // Deleted meanwhile.
    if (living.deleted) return stop();
    if (isSaved) {
      isTold = true;
      return notify(mention);
    }
    await new Promise<void>((resolve) => void clock.startTimer(delayMs, resolve));
  }
  stop();
}
