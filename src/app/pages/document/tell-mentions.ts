import { hostClock } from '#yjs-supabase/clock';
import { ApiError } from '../../data/api-error.ts';
import { notifyMention, takeBackMention } from '../../data/notifications.ts';
import type { OnMention } from '../../editor/mention/member-directory.ts';
import type { Room } from '../../room/open-room.ts';
import { tellMention } from '../../room/tell-mention.ts';

/** Tells a person that the user mentioned them in the text. */
export function tell(
  { documentId, doc, flush }: Room,
  ...[mention, insertedIn]: Parameters<OnMention>
): void {
  const ports = {
    doc,
    clock: hostClock,
    flush,
    notify: unlessRefused(notifyMention),
    takeBack: unlessRefused(takeBackMention),
    insertedIn,
  };
  void tellMention(ports, mention);

  /** The mention is in the text in any case. */
  function unlessRefused(ask: typeof notifyMention) {
    return (one: Parameters<typeof notifyMention>[1]): Promise<void> =>
      ask(documentId, one).catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
      });
  }
}
