/**
 * A person's activity. `silent`: nothing is known of them, because their line has failed. `unsaved`: they have changes that the
 * server does not accept at the moment.
 */
export type Activity = 'silent' | 'typing' | 'selecting' | 'reading' | 'away' | 'unsaved';

interface Seen {
  readonly isSilent: boolean;
  readonly isTyping: boolean;
  readonly isSelecting: boolean;
  readonly away: boolean;
  readonly unsaved: boolean;
}

/** The most specific one. */
export function activityOf({ isSilent, isTyping, isSelecting, away, unsaved }: Seen): Activity {
  if (isSilent) return 'silent';
  if (unsaved) return 'unsaved';
  if (isTyping) return 'typing';
  if (away) return 'away';
  return isSelecting ? 'selecting' : 'reading';
}

/** Whether a caret, as the binding publishes it, is a selection of some text. */
export function isSelection(cursor: unknown): boolean {
  if (typeof cursor !== 'object' || cursor === null) return false;
  const { anchor, head } = cursor as { anchor?: unknown; head?: unknown };
  return JSON.stringify(anchor) !== JSON.stringify(head);
}
