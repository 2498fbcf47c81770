import { expect, test } from 'vitest';
import { excerptOf, groupNotifications } from '../../../../src/app/notifications/group-notifications.ts';
import { mayBeUnseen } from '../../../../src/app/notifications/see-document.ts';
import { body, EVA, JANA, notification, PETR, PLAN } from './fake-notifications.ts';

const SEEN = new Date('2026-11-29T10:00:00Z');

test('what three people did in an hour to one document is one group, the newest first', () => {
  const rows = [
    notification(0),
    notification(10, { actor: PETR }),
    notification(20),
    notification(60, { actor: EVA }),
  ];
  const groups = groupNotifications(rows);
  expect(groups).toHaveLength(1);
  expect(groups[0]).toMatchObject({ first: rows[0], ids: rows.map(({ id }) => id), isUnread: true });
  expect(groups[0]?.actors).toEqual([JANA, PETR, EVA]);
});

test('an hour later, in another document, of another kind, is another group', () => {
  const groups = groupNotifications([
    notification(0),
    notification(1, { documentId: '99999999-1111-4111-8111-111111111111' }),
    notification(2, { kind: 'replied' }),
    notification(61),
  ]);
  expect(groups.map(({ ids }) => ids.length)).toEqual([1, 1, 1, 1]);
});

test('each request is answered by itself', () => {
  const ask = { kind: 'access_asked' as const, threadId: null, body: null, isOpen: true };
  expect(groupNotifications([notification(0, ask), notification(1, { ...ask, actor: PETR })])).toHaveLength(
    2,
  );
});

test('the unread come first, apart from the read; those that are done are left out', () => {
  const read = notification(0, { seenAt: SEEN });
  const unread = notification(30);
  const groups = groupNotifications([read, notification(5, { seenAt: SEEN, doneAt: SEEN }), unread]);
  expect(groups.map(({ first, isUnread }) => [first, isUnread])).toEqual([
    [unread, true],
    [read, false],
  ]);
});

test('a former member counts as a person', () => {
  const [group] = groupNotifications([notification(0, { actor: null }), notification(1)]);
  expect(group?.actors).toEqual([null, JANA]);
});

test('a long comment is cut between two characters', () => {
  expect(excerptOf(notification(0))).toBe('Why?');
  expect(excerptOf(notification(0, { body: body('a'.repeat(159) + '👩‍👩‍👧') }))).toBe(`${'a'.repeat(159)}…`);
  expect(excerptOf(notification(0, { body: body(' ') }))).toBeNull();
  expect(excerptOf(notification(0, { body: null }))).toBeNull();
  const video = { type: 'doc', content: [{ type: 'video' }] };
  expect(excerptOf(notification(0, { body: video }))).toBeNull();
});

test('an open document is marked as seen for what it shows, but not for comments and requests', () => {
  const mine = (change: Parameters<typeof notification>[1]) =>
    mayBeUnseen({ unseen: 1, notifications: [notification(0, change)], next: null }, PLAN);
  expect(mine({ kind: 'mentioned', threadId: null })).toBe(true);
  expect(mine({})).toBe(false);
  expect(mine({ kind: 'access_asked', threadId: null })).toBe(false);
  expect(mine({ kind: 'mentioned', threadId: null, documentId: 'other' })).toBe(false);
});

test('unread notifications that are too old to be listed may be of any document', () => {
  expect(mayBeUnseen({ unseen: 2, notifications: [notification(0)], next: null }, PLAN)).toBe(true);
  expect(
    mayBeUnseen({ unseen: 0, notifications: [notification(0, { seenAt: SEEN })], next: null }, PLAN),
  ).toBe(false);
});
