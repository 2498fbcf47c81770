import type { Notification } from '#contract/notifications/notification.ts';

const START_MS = Date.parse('2026-11-29T10:00:00Z');
const id = (digit: number) => `${String(digit).repeat(8)}-1111-4111-8111-111111111111`;

export const JANA = { id: id(5), name: 'Jana', color: null };
export const PETR = { id: id(6), name: 'Petr', color: null };
export const EVA = { id: id(7), name: 'Eva', color: null };
export const PLAN = id(2);
export const THREAD = id(3);

let count = 0;

/** An unread comment by Jana, so many minutes before ten. */
export function notification(agoMinutes: number, change: Partial<Notification> = {}): Notification {
  count += 1;
  return {
    id: `${String(count).padStart(8, '0')}-2222-4222-8222-222222222222`,
    kind: 'commented',
    documentId: PLAN,
    threadId: THREAD,
    commentId: id(4),
    role: null,
    createdAt: new Date(START_MS - agoMinutes * 60_000).toISOString(),
    seenAt: null,
    doneAt: null,
    actor: JANA,
    title: 'Plan',
    isOpen: null,
    body: body('Why?'),
    ...change,
  };
}

export const body = (text: string): Notification['body'] => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});
