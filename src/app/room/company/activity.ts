/** A person's activity. `unsaved`: they have changes that the server does not accept at the moment. */
export type Activity = 'typing' | 'selecting' | 'reading' | 'away' | 'unsaved';

interface Seen {
  readonly isTyping: boolean;
  readonly isSelecting: boolean;
  readonly away: boolean;
  readonly unsaved: boolean;
}

/** The most specific one. */
export function activityOf({ isTyping, isSelecting, away, unsaved }: Seen): Activity {
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
