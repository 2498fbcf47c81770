/** Signed frames that no page may apply or show: signed with another key, or for another place. */
import { encodeCursorBytes } from '../../src/yjs-supabase/src/doc/cursor-bytes.ts';
import { encodeBody, messageOf, sealBody } from '../../src/yjs-supabase/src/protocol/signed-frame.ts';
import { forge } from './forge.ts';
import type { Mallory } from './mallory.ts';
import type { KeyPair } from './model/signatures.ts';
import type { Page } from './page.ts';
import { DOCUMENT_ID } from './world.ts';

export const aimAtTitle = encodeCursorBytes({ anchor: { tname: 'title' }, head: { tname: 'title' } });

interface Signing {
  readonly by?: (mallory: Mallory, victim: Page) => KeyPair;
  readonly documentId?: string;
  readonly generation?: number;
  readonly counter?: number;
  readonly cursor?: Uint8Array;
}

/** A signed frame in the name of the victim, or of Mallory herself. */
function signed(
  mallory: Mallory,
  victim: Page,
  content: { readonly kind: 'update' | 'awareness'; readonly of: string; readonly bytes: Uint8Array },
  { by = () => mallory.pair, documentId = DOCUMENT_ID, generation = 1, cursor = aimAtTitle }: Signing = {},
): Uint8Array {
  const { dice } = mallory;
  const fields = { sessionId: content.of, head: dice.whole(0, 1_000_000) };
  const counter = dice.whole(1, 1_000_000);
  const body = encodeBody(
    content.kind === 'update'
      ? { ...fields, kind: 'update', counter, tag: dice.bytes(16), bytes: content.bytes }
      : { ...fields, kind: 'awareness' },
    { clock: counter, bytes: cursor },
  );
  return sealBody(body, by(mallory, victim).sign(messageOf(documentId, generation, body)));
}

const OTHER_DOCUMENT = '00000000-0000-4000-8000-000000000002';
const forged = (victim: Page) =>
  ({ kind: 'update', of: victim.provider.sessionId, bytes: forge(victim) }) as const;
const moved = (victim: Page) =>
  ({ kind: 'awareness', of: victim.provider.sessionId, bytes: aimAtTitle }) as const;
const byVictim = (_mallory: Mallory, { pair }: Page): KeyPair => pair;

const brokenCursor = ({ dice }: Mallory): Uint8Array =>
  Uint8Array.of(dice.whole(0, 3), dice.whole(0, 40), ...dice.bytes(dice.whole(0, 20)));

type Forgery = readonly ['ctl' | 'upd' | 'aw', (mallory: Mallory, victim: Page) => Uint8Array];

export const SIGNED_FORGERIES: readonly Forgery[] = [
  // With her own key.
  ['upd', (mallory, victim) => signed(mallory, victim, forged(victim))],
  ['aw', (mallory, victim) => signed(mallory, victim, moved(victim))],
  ['upd', (mallory, victim) => signed(mallory, victim, { ...forged(victim), of: mallory.sessionId })],
  // As the victim signed it for another document, generation or lane.
  [
    'upd',
    (mallory, victim) =>
      signed(mallory, victim, forged(victim), { by: byVictim, documentId: OTHER_DOCUMENT }),
  ],
  ['upd', (mallory, victim) => signed(mallory, victim, forged(victim), { by: byVictim, generation: 2 })],
  ['aw', (mallory, victim) => signed(mallory, victim, forged(victim), { by: byVictim })],
  ['ctl', (mallory, victim) => signed(mallory, victim, forged(victim), { by: byVictim })],
  // Truncated, or with something else than a cursor.
  ['upd', (mallory, victim) => signed(mallory, victim, forged(victim)).slice(0, mallory.dice.whole(0, 150))],
  [
    'aw',
    (mallory, victim) =>
      signed(mallory, victim, { ...moved(victim), of: mallory.sessionId }, { cursor: brokenCursor(mallory) }),
  ],
];
