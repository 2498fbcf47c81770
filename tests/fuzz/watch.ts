/** Invariants that are checked throughout a run, on pages and on their requests and frames. */
import type { AppendRequest, DocumentLog, OpenChannel } from '#yjs-supabase';
import { decodeWireFrame } from '../../src/yjs-supabase/src/protocol/frame.ts';
import { statusOf, type Page } from './page.ts';
import type { World } from './world.ts';

const HONEST_REFUSALS = new Set(['forbidden', 'session_invalid', 'upgrade_required', 'generation_mismatch']);
const WATCH_EVERY_MS = 20_000;

/** The reported save status of a page must always be true. */
export function checkStatus(world: World, page: Page): void {
  const { view } = page.provider;
  const { truth } = world;
  if (view.refused !== null && !HONEST_REFUSALS.has(view.refused))
    truth.fail('valid changes are accepted', `${page.device.name} was refused: ${view.refused}`);
  const status = statusOf(page);
  if (status.kind !== 'open' || status.save === 'saving' || status.save === 'not-saved') return;
  page.unlogged = page.unlogged.filter((change) => !truth.isLogged(change));
  const isSaved = status.save === 'saved' || view.unsaved === 0;
  const lost = isSaved ? page.unlogged[0] : page.unlogged.find((change) => !truth.isKept(change));
  if (!lost || world.schedule.nowMs() <= world.forgivenUntilMs) return;
  const label = isSaved ? 'Saved' : 'Offline – kept on this device';
  truth.fail(
    `${label} is true`,
    `${page.device.name} shows it without its change of ${Math.round(lost.atMs)} ms`,
  );
}

/** Records acknowledgements, and checks the appends of a page. */
export function watchLog(world: World, page: () => Page, log: DocumentLog): DocumentLog {
  return {
    ...log,
    append: (request) => {
      checkRequest(world, page(), request);
      const isOld = request.schema < world.appSchema;
      const reply = log.append(request);
      void reply.then((outcome) => {
        if (!outcome.ok) return;
        if (isOld)
          world.truth.fail('old schemas write nothing', `${request.sessionId} wrote with ${request.schema}`);
        const { acked } = world.truth;
        acked.set(request.sessionId, Math.max(acked.get(request.sessionId) ?? 0, outcome.value.acked));
      });
      return reply;
    },
  };
}

function checkRequest(world: World, page: Page, request: AppendRequest): void {
  if (page.isOdd) world.truth.fail('viewers send nothing', `${page.device.name} appends`);
  if (request.leaving === true) return;
  for (const [at, bytes] of request.updates.entries())
    checkStored(world, page, request.sessionId, request.firstCounter + at, bytes);
}

/** A page sends nothing before its disk has replied (S2a). */
function checkStored(world: World, page: Page, sessionId: string, counter: number, bytes: Uint8Array): void {
  if (!page.device.isDurable) return;
  const answered = world.answered.get(`${sessionId}/${counter}`);
  if (answered?.length !== bytes.length)
    world.truth.fail('stored before sent', `${page.device.name} sent ${counter} before its disk had replied`);
}

export function watchLanes(world: World, page: () => Page, openChannel: OpenChannel): OpenChannel {
  return (request) => {
    const channel = openChannel(request);
    return {
      close: () => channel.close(),
      announce: () => channel.announce(),
      send: (event, bytes) => {
        const frame = event === 'u' ? decodeWireFrame(bytes) : null;
        if (frame) checkStored(world, page(), frame.sessionId, frame.counter, frame.bytes);
        if (frame && page().isOdd) world.truth.fail('viewers send nothing', `${page().device.name} sends`);
        channel.send(event, bytes);
      },
    };
  };
}

/** Cursor names come from the server and positions are well formed, whatever peers send (A1a, A2). */
export function checkCarets(world: World, page: Page): void {
  for (const [clientId, state] of page.provider.awareness.getStates()) {
    if (clientId === page.doc.clientID) continue;
    const { user, cursor } = state as {
      user?: { name?: unknown };
      cursor?: { anchor?: unknown; head?: unknown } | null;
    };
    const owner = world.truth.clientOwners.get(clientId);
    if (user?.name !== `Name of ${owner}`)
      world.truth.fail('names are true', `client ${clientId} of ${owner} shows as ${String(user?.name)}`);
    if (cursor && (typeof cursor.anchor !== 'object' || typeof cursor.head !== 'object'))
      world.truth.fail('carets are places', JSON.stringify(cursor).slice(0, 100));
  }
}

/** A page that has ended is on no lane. */
function checkEnded(world: World, page: Page): void {
  if (page.provider.view.ended === null) return;
  const lanes = world.realtime.lanesOf(page.socket);
  if (page.hasEnded && lanes.length > 0)
    world.truth.fail('on the right lanes', `${page.device.name} has ended and is on "${lanes.join(' ')}"`);
  page.hasEnded = true;
}

/** Checks every page at regular intervals. */
export function startWatching(world: World): void {
  world.schedule.after(WATCH_EVERY_MS, () => {
    for (const page of world.pages) {
      if (!page.isAlive || page.isFrozen) continue;
      checkStatus(world, page);
      checkCarets(world, page);
      checkEnded(world, page);
    }
    startWatching(world);
  });
}
