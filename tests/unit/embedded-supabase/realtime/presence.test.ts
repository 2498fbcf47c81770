import { expect, test } from 'vitest';
import { createPresence } from '../../../../src/embedded-supabase/realtime/presence.ts';

test('one key, two members', () => {
  const presence = createPresence<string>();
  presence.track('tab 1', 'ann', { n: 1 }, 'a');
  presence.track('tab 2', 'ann', { n: 2 }, 'b');
  expect(presence.list()).toEqual({
    ann: {
      metas: [
        { n: 1, phx_ref: 'a' },
        { n: 2, phx_ref: 'b' },
      ],
    },
  });
  expect(presence.untrack('tab 1')).toEqual({
    joins: {},
    leaves: { ann: { metas: [{ n: 1, phx_ref: 'a' }] } },
  });
  expect(presence.untrack('tab 1')).toBeNull();
  expect(presence.list()).toEqual({ ann: { metas: [{ n: 2, phx_ref: 'b' }] } });
});

test('a changed payload is a join of the new one and a leave of the old one; an unchanged one gives no diff', () => {
  const presence = createPresence<string>();
  presence.track('m', 'k', { n: 1 }, 'a');
  expect(presence.track('m', 'k', { n: 1 }, 'b')).toBeNull();
  expect(presence.track('m', 'k', { n: 2 }, 'c')).toEqual({
    joins: { k: { metas: [{ n: 2, phx_ref: 'c', phx_ref_prev: 'a' }] } },
    leaves: { k: { metas: [{ n: 1, phx_ref: 'a' }] } },
  });
});

test('a payload cannot forge its reference, and a key cannot reach a prototype', () => {
  const presence = createPresence<string>();
  const diff = presence.track('m', '__proto__', { phx_ref: 'forged' }, 'real');
  expect(JSON.stringify(diff)).toBe('{"joins":{"__proto__":{"metas":[{"phx_ref":"real"}]}},"leaves":{}}');
  expect({}).not.toHaveProperty('metas');
});
