/** Who hears what is said here (PROTOCOL.md, A1, W10): whom presence shows, and whom a frame was heard of lately. */
import { isUuid } from '../wire.ts';
import type { CoreState, People } from './state.ts';

/** Each costs 8 bytes of every frame. Who is one too many reads from the log. */
const MAX_READERS = 100;

export interface Audience {
  /** Sessions that seem to be here, without the own one. */
  readonly peers: ReadonlySet<string>;
  /** Those to whom the own frames are proven (W10). */
  readonly readers: readonly string[];
  /** When the next of them will have been silent for too long: until then the audience is the same. */
  readonly untilMs: number;
}

/** Every frame that is sent or received needs the audience, which seldom changes. */
const audiences = new WeakMap<People, Audience>();

export function audienceOf(state: CoreState, nowMs: number): Audience {
  const known = audiences.get(state.people);
  if (known && nowMs < known.untilMs) return known;
  const audience = findAudience(state, nowMs);
  audiences.set(state.people, audience);
  return audience;
}

function findAudience({ people, settings, sessionId }: CoreState, nowMs: number): Audience {
  const peers = new Set(people.present ?? []);
  let untilMs = Infinity;
  for (const [heardId, heardAtMs] of Object.entries(people.heardAtMs)) {
    const leavesAtMs = heardAtMs + settings.heardForMs;
    if (nowMs >= leavesAtMs) continue;
    peers.add(heardId);
    untilMs = Math.min(untilMs, leavesAtMs);
  }
  peers.delete(sessionId);
  return { peers, readers: listReaders(peers, people), untilMs };
}

/** Presence shows what anybody put there: whom the roster knows comes first. */
function listReaders(peers: ReadonlySet<string>, { roster }: People): readonly string[] {
  const readers = [...peers].filter(isUuid);
  if (readers.length <= MAX_READERS) return readers;
  const [known, unknown] = [readers.filter((id) => roster[id]), readers.filter((id) => !roster[id])];
  return [...known, ...unknown].slice(0, MAX_READERS);
}
