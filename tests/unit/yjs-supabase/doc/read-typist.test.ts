/** The fast path agrees with Yjs where it recognises an update, and leaves all others to Yjs. */
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { readTypist } from '../../../../src/yjs-supabase/src/doc/read-typist.ts';
import { createRandom } from '../../../support/random.ts';

function record(change: (text: Y.Text) => void, before = 'abc'): { update: Uint8Array; client: number } {
  const doc = new Y.Doc();
  const text = doc.getText('text');
  text.insert(0, before);
  let update = new Uint8Array();
  doc.on('update', (next: Uint8Array) => {
    update = new Uint8Array(next);
  });
  change(text);
  return { update, client: doc.clientID };
}

/** The only client with structs in the update; null for invalid bytes, or several clients. */
function readByYjs(update: Uint8Array): number | null {
  try {
    const clients = new Set(Y.decodeUpdate(update).structs.map(({ id }) => id.client));
    return clients.size === 1 ? ([...clients][0] ?? null) : null;
  } catch {
    return null;
  }
}

describe('the fast path', () => {
  test('recognises typing at the end and in the middle of the text', () => {
    for (const at of [1, 3]) {
      const { update, client } = record((text) => text.insert(at, 'x y'));
      expect(readTypist(update)).toBe(client);
    }
  });

  test('returns null for every other change', () => {
    const odd = {
      first: (text: Y.Text) => text.insert(0, 'x'),
      letters: (text: Y.Text) => text.insert(3, 'ž'),
      deleted: (text: Y.Text) => text.delete(0, 1),
      embedded: (text: Y.Text) => text.insertEmbed(3, { image: 1 }),
      formatted: (text: Y.Text) => text.format(0, 2, { bold: true }),
    };
    for (const [name, change] of Object.entries(odd)) {
      const { update } = record(change, name === 'first' ? '' : 'abc');
      expect(readTypist(update), name).toBeNull();
    }
  });

  test('never contradicts Yjs on damaged bytes', () => {
    const chance = createRandom(11);
    const { update } = record((text) => text.insert(3, 'x'.repeat(200)));
    let recognised = 0;
    for (let round = 0; round < 50_000; round += 1) {
      const bytes = update.slice(0, chance() < 0.1 ? Math.floor(chance() * update.length) : update.length);
      for (let wrong = chance() * 3; wrong > 0; wrong -= 1)
        bytes[Math.floor(chance() * 24)] = Math.floor(chance() * 256);
      const client = readOrNull(bytes);
      if (client === null) continue;
      recognised += 1;
      expect(readByYjs(bytes)).toBe(client);
    }
    expect(recognised).toBeGreaterThan(1000);
  });
});

function readOrNull(bytes: Uint8Array): number | null {
  try {
    return readTypist(bytes);
  } catch {
    // Yjs must throw, too.
    expect(readByYjs(bytes)).toBeNull();
    return null;
  }
}
