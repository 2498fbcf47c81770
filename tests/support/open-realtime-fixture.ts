/** A database with rooms and access rights, a Realtime server on it, and raw sockets to the server. */
import { afterAll, beforeAll, expect } from 'vitest';
import { openRawSocket, type RawSocket } from './open-raw-socket.ts';
import { openTestDatabase, type TestDatabase } from './open-test-database.ts';
import { createRoomRights, startTestRealtime, type TestRealtime } from './start-test-realtime.ts';

interface RealtimeFixture {
  readonly db: TestDatabase;
  readonly server: TestRealtime;
  /** Opens a socket to `server` or to `on`. */
  readonly open: (vsn?: '1.0.0' | '2.0.0', on?: TestRealtime) => Promise<RawSocket>;
  /** Opens a socket and joins a topic with reference 1; privately, unless `config` says otherwise. */
  readonly openJoined: (
    topic: string,
    user: string,
    config?: object,
    on?: TestRealtime,
  ) => Promise<RawSocket>;
  readonly close: () => Promise<void>;
}

export const PRIVATE = { private: true };
export const bytes = (...values: number[]) => new Uint8Array(values);

export let db: TestDatabase;
export let server: TestRealtime;
export let open: RealtimeFixture['open'];
export let openJoined: RealtimeFixture['openJoined'];

/** Opens the fixture before the tests of the calling file and closes it after them. */
export function withRealtime(): void {
  let fixture: RealtimeFixture;
  beforeAll(async () => {
    fixture = await openRealtimeFixture();
    ({ db, server, open, openJoined } = fixture);
  });
  afterAll(() => fixture.close());
}

async function openRealtimeFixture(): Promise<RealtimeFixture> {
  const db = await openTestDatabase();
  await createRoomRights(db.database);
  const server = await startTestRealtime({ database: db.database });
  const open: RealtimeFixture['open'] = (vsn = '2.0.0', on = server) =>
    openRawSocket(on.url, { vsn, apikey: on.keys.publishableKey });
  return {
    db,
    server,
    open,
    openJoined: async (topic, user, config = PRIVATE, on = server) => {
      const socket = await open('2.0.0', on);
      const reply = await socket.join(`realtime:${topic}`, '1', config, await on.signUser(user));
      expect(reply.payload).toMatchObject({ status: 'ok' });
      return socket;
    },
    close: async () => {
      await server.close();
      await db.close();
    },
  };
}
