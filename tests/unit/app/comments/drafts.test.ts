import { expect, test } from 'vitest';
import { NEW_THREAD, openDrafts, type Draft } from '../../../../src/app/comments/drafts.ts';
import { DOCUMENT, ID, JANA, PETR, say } from './fake-comments.tsx';

function memory(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as Storage;
}

const draft: Draft = {
  body: say('half a thought'),
  anchor: { kind: 'text', units: '1 0 4', quote: 'plan', before: '', after: '', heading: '' },
  assignee: PETR,
};

test('a draft survives a reload, for its person, document and thread only', () => {
  const device = memory();
  openDrafts(() => device, JANA, DOCUMENT).keep(NEW_THREAD, draft);
  const again = openDrafts(() => device, JANA, DOCUMENT);
  expect(again.read(NEW_THREAD)).toEqual({ ...draft, title: '', quote: '' });
  expect(again.read(ID('1'))).toBeNull();
  expect(openDrafts(() => device, PETR, DOCUMENT).read(NEW_THREAD)).toBeNull();
  expect(openDrafts(() => device, JANA, ID('e')).read(NEW_THREAD)).toBeNull();
  again.keep(NEW_THREAD, null);
  expect(openDrafts(() => device, JANA, DOCUMENT).read(NEW_THREAD)).toBeNull();
});

test('without storage a draft lasts as long as the page', () => {
  const blocked = (): never => {
    throw new DOMException('blocked', 'SecurityError');
  };
  const drafts = openDrafts(blocked, JANA, DOCUMENT);
  drafts.keep(NEW_THREAD, draft);
  expect(drafts.read(NEW_THREAD)).toEqual(draft);
  drafts.keep(NEW_THREAD, null);
  expect(drafts.read(NEW_THREAD)).toBeNull();
});

test.each(['{', '{"body":{"type":"doc"}}', '7'])(
  'a kept text %s that this build cannot read is no draft',
  (kept) => {
    const device = memory();
    device.getItem = () => kept;
    expect(openDrafts(() => device, JANA, DOCUMENT).read(NEW_THREAD)).toBeNull();
  },
);
