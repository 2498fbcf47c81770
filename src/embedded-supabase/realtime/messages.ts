/** Reads rows of realtime.messages, which SQL sent, and converts them into broadcasts. */
import { encodeText } from '../text/bytes.ts';
import type { Database } from '../db/database.ts';
import { bytesBroadcast, type Outgoing } from './outgoing.ts';
import { TOPIC_PREFIX } from './rooms.ts';

export interface StoredMessage {
  readonly id: string;
  readonly topic: string;
  readonly event: string;
  readonly isPrivate: boolean;
  readonly payload:
    | { readonly encoding: 'json'; readonly text: string }
    | { readonly encoding: 'binary'; readonly bytes: Uint8Array };
}

interface Row {
  readonly id: string;
  readonly topic: string;
  readonly event: string;
  readonly private: boolean;
  readonly json: string | null;
  readonly bytes: Uint8Array | null;
}

/** Null for a row without a payload. */
function toMessage({ id, topic, event, private: isPrivate, json, bytes }: Row): StoredMessage | null {
  if (json !== null) return { id, topic, event, isPrivate, payload: { encoding: 'json', text: json } };
  if (bytes !== null) return { id, topic, event, isPrivate, payload: { encoding: 'binary', bytes } };
  return null;
}

const toMessages = (rows: readonly Row[]): StoredMessage[] =>
  rows.map(toMessage).filter((message) => message !== null);

/** The rows with these ids, in the order of the ids. Omits rows that are gone or have no payload. */
export async function readMessages(database: Database, ids: readonly string[]): Promise<StoredMessage[]> {
  const { rows } = await database.query<Row>(
    `select m.id, m.topic, m.event, m.private, m.payload::text as json, m.binary_payload as bytes
     from unnest($1::uuid[]) with ordinality as wanted (id, place)
     join realtime.messages as m on m.id = wanted.id
     order by wanted.place`,
    [ids],
  );
  return toMessages(rows);
}

/** The newest `limit` private broadcasts of a topic since a time (ms since 1970), oldest first. */
export async function readReplay(
  database: Database,
  topic: string,
  sinceMs: number,
  limit: number,
): Promise<StoredMessage[]> {
  const { rows } = await database.query<Row>(
    `select id, topic, event, private, json, bytes from (
       select id, topic, event, private, payload::text as json, binary_payload as bytes, inserted_at
       from realtime.messages
       where topic = $1 and private and extension = 'broadcast' and event is not null
         and inserted_at >= to_timestamp($2::double precision / 1000) at time zone 'utc'
       order by inserted_at desc
       limit $3
     ) as newest
     order by inserted_at`,
    [topic, sinceMs, limit],
  );
  return toMessages(rows);
}

/** Returns the number of deleted rows. */
export async function deleteOldMessages(database: Database, olderThanMs: number): Promise<number> {
  const { rowCount } = await database.query(
    `delete from realtime.messages
     where inserted_at < to_timestamp($1::double precision / 1000) at time zone 'utc'`,
    [olderThanMs],
  );
  return rowCount;
}

export function sizeOf({ payload }: StoredMessage): number {
  return payload.encoding === 'json' ? encodeText(payload.text).length : payload.bytes.length;
}

export function toBroadcast(message: StoredMessage, replayed: boolean): Outgoing {
  const { payload } = message;
  return bytesBroadcast({
    topic: encodeText(TOPIC_PREFIX + message.topic),
    event: encodeText(message.event),
    encoding: payload.encoding,
    payload: payload.encoding === 'json' ? encodeText(payload.text) : payload.bytes,
    meta: replayed ? { replayed: true, id: message.id } : { id: message.id },
  });
}
