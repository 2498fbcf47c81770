// @vitest-environment jsdom
import { createClient } from '@supabase/supabase-js';
import { afterEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { SCHEMA_MAJOR, TITLE_ROOT } from '#contract/document-schema.ts';
import { openRoom, type Room } from '../../../../src/app/room/open-room.ts';
import { hostClock } from '../../../../src/yjs-supabase/clock.ts';
import { createMemoryLog } from '../../../support/memory-log.ts';

const DOCUMENT_ID = '00000000-0000-4000-8000-000000000001';

/** Never opens: what others wrote is fetched from the log. */
class SilentSocket extends EventTarget {
  readonly readyState = WebSocket.CONNECTING;
  readonly send = (): void => undefined;
  readonly close = (): void => undefined;
}

let room: Room;
afterEach(() => room.close());

test('whoever asks is told of what others wrote right before it is there', async () => {
  const log = createMemoryLog({ clock: hostClock, latencyMs: 2, schema: SCHEMA_MAJOR });
  log.setRole('ann', 'editor');
  const theirs = new Y.Doc();
  const write = (words: string): void => {
    theirs.once('update', (update: Uint8Array) => log.write('update', update));
    theirs.getText(TITLE_ROOT).insert(0, words);
  };
  write('Plan');
  const realtime = { transport: SilentSocket as never };
  const supabase = createClient('http://localhost:1', 'key', { realtime, auth: { persistSession: false } });
  room = openRoom({ supabase, log: log.as('ann'), documentId: DOCUMENT_ID, userId: 'ann' });
  const title = (): string => room.doc.getText(TITLE_ROOT).toJSON();
  const seen: string[] = [];
  const stop = room.beforeIncoming(() => seen.push(title()));
  await vi.waitFor(() => expect(title()).toBe('Plan'));
  expect(seen).toEqual(['']);
  write('The ');
  room.pull();
  await vi.waitFor(() => expect(title()).toBe('The Plan'));
  expect(seen).toEqual(['', 'Plan']);
  stop();
  write('Old: ');
  room.pull();
  await vi.waitFor(() => expect(title()).toBe('Old: The Plan'));
  expect(seen).toEqual(['', 'Plan']);
});
