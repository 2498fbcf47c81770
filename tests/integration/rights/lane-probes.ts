/** Probes of every lane and extension, over sockets and REST: joining, receiving and sending. */
import { openRawSocket, type RawSocket } from '../../support/open-raw-socket.ts';
import { listTopics, type Topic } from './lane-topics.ts';
import { CALLERS, may, type Caller } from './matrix.ts';
import type { World } from './open-world.ts';
import { readAnswer, type Outcome } from './probe.ts';

/** Long, for a busy machine. No probe waits for a message that must not arrive. */
const PATIENCE_MS = 60_000;

const MARK = 'mark';

interface Listener {
  readonly caller: Caller;
  readonly socket: RawSocket;
  readonly joined: Set<string>;
}

/** The event name of a message, which identifies the sender to its receivers. */
const eventOf = (caller: Caller, way: string): string => `${way} by ${caller}`;

const outcome = (
  caller: Caller,
  what: string,
  { place }: Topic,
  expected: boolean,
  ok: boolean,
  detail = ok ? 'arrived' : 'did not arrive',
): Outcome => ({ probe: { caller, what, place, expected }, answer: { ok, detail } });

const right = (caller: Caller, { lane, place }: Topic, verb: string): boolean =>
  lane !== null && may(caller, `${lane} ${verb}`, place);

export async function probeLanes(world: World): Promise<Outcome[]> {
  const topics = listTopics(world);
  const open = topics.filter(({ lane }) => lane !== null);
  const witnesses = await Promise.all([
    openWitness(world, 'owner', open),
    openWitness(world, 'member of another document', open),
  ]);
  const callers = CALLERS.filter((caller) => caller !== 'service');
  const listeners = await Promise.all(
    callers.map(async (caller) => ({ caller, socket: await openSocket(world), joined: new Set<string>() })),
  );
  const outcomes = (await Promise.all(listeners.map((listener) => joinAll(world, listener, topics)))).flat();
  outcomes.push(...(await Promise.all(listeners.map((listener) => send(world, listener, topics)))).flat());
  const strays = await Promise.all(callers.map((caller) => openStray(world, caller, open)));
  await mark(world, witnesses, open);
  for (const { socket } of [...listeners, ...strays]) await socket.settle(PATIENCE_MS);
  outcomes.push(...open.flatMap((topic) => judge(topic, listeners, strays, witnesses)));
  for (const { socket } of [...listeners, ...strays, ...witnesses]) socket.close();
  return outcomes;
}

const openSocket = (world: World): Promise<RawSocket> =>
  openRawSocket(world.supabase.url, { apikey: world.supabase.publishableKey });

let refs = 0;

async function join(
  world: World,
  listener: Pick<Listener, 'caller' | 'socket'>,
  topic: Topic,
  isPrivate = true,
) {
  const ref = String((refs += 1));
  const config = {
    private: isPrivate,
    broadcast: { self: false, ack: true },
    presence: { enabled: true },
  };
  const token = world.tokens.get(listener.caller);
  const payload = { config, ...(token === undefined ? {} : { access_token: token }) };
  listener.socket.push(ref, ref, `realtime:${topic.name}`, 'phx_join', payload);
  const reply = await listener.socket.nextReply(ref, PATIENCE_MS);
  return { ok: reply.payload['status'] === 'ok', detail: JSON.stringify(reply.payload['response']), ref };
}

async function openWitness(world: World, caller: Caller, topics: readonly Topic[]): Promise<Listener> {
  const listener = { caller, socket: await openSocket(world), joined: new Set<string>() };
  for (const topic of topics) if ((await join(world, listener, topic)).ok) listener.joined.add(topic.name);
  if (listener.joined.size !== 3) throw new Error('a witness needs all three lanes');
  return listener;
}

async function joinAll(world: World, listener: Listener, topics: readonly Topic[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const topic of topics) {
    const { ok, detail, ref } = await join(world, listener, topic);
    if (ok) listener.joined.add(topic.name);
    outcomes.push(
      outcome(
        listener.caller,
        `join ${topic.label}`,
        topic,
        right(listener.caller, topic, 'receive'),
        ok,
        detail,
      ),
    );
    if (topic.lane !== null) outcomes.push(await track(listener, topic, ref, ok));
    listener.socket.push(ref, `send-${ref}`, `realtime:${topic.name}`, 'broadcast', {
      type: 'broadcast',
      event: eventOf(listener.caller, 'sent'),
      payload: {},
    });
  }
  await listener.socket.settle(PATIENCE_MS);
  return outcomes;
}

/** On a lane that was not joined the server replies with an error too. */
async function track(
  { caller, socket }: Listener,
  topic: Topic,
  joinRef: string,
  isIn: boolean,
): Promise<Outcome> {
  const ref = `track-${joinRef}`;
  const payload = { type: 'presence', event: 'track', payload: { who: eventOf(caller, 'tracked') } };
  socket.push(isIn ? joinRef : null, ref, `realtime:${topic.name}`, 'presence', payload);
  const reply = await socket.nextReply(ref, PATIENCE_MS);
  const ok = reply.payload['status'] === 'ok';
  return outcome(caller, `track presence on ${topic.label}`, topic, right(caller, topic, 'presence'), ok);
}

/** Sends over REST: one message, with a reply about its acceptance, and a batch, whose reply reveals nothing. */
async function send(world: World, { caller }: Listener, topics: readonly Topic[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const topic of topics.filter(({ name }) => name !== '')) {
    const path = `/realtime/v1/api/broadcast/${encodeURIComponent(topic.name)}/events/posted?private=true`;
    const reply = await world.send(caller, path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    const { ok, detail } = await readAnswer(reply);
    outcomes.push(outcome(caller, `post to ${topic.label}`, topic, right(caller, topic, 'send'), ok, detail));
  }
  const messages = topics
    .filter(({ lane }) => lane !== null)
    .map(({ name }) => ({ topic: name, event: eventOf(caller, 'posted'), payload: {}, private: true }));
  const batch = await world.send(caller, '/realtime/v1/api/broadcast', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ messages }),
  });
  await batch.body?.cancel();
  return outcomes;
}

/** Joins public channels with the lanes' names, which every caller may. Realtime keeps them apart from private ones. */
async function openStray(world: World, caller: Caller, topics: readonly Topic[]): Promise<Listener> {
  const listener = { caller, socket: await openSocket(world), joined: new Set<string>() };
  for (const topic of topics) {
    const { ok, ref } = await join(world, listener, topic, false);
    if (ok) listener.joined.add(topic.name);
    listener.socket.push(ref, `send-${ref}`, `realtime:${topic.name}`, 'broadcast', {
      type: 'broadcast',
      event: eventOf(caller, 'sent publicly'),
      payload: {},
    });
  }
  await listener.socket.settle(PATIENCE_MS);
  return listener;
}

/** Broadcasts from the database on every topic, and waits until a witness receives it. */
async function mark(world: World, witnesses: readonly Listener[], topics: readonly Topic[]): Promise<void> {
  for (const topic of topics) {
    await world.supabase.database.query("select realtime.send('{}'::jsonb, $1, $2, true)", [
      MARK,
      topic.name,
    ]);
    const witness = witnesses.find(({ joined }) => joined.has(topic.name))!;
    const received = () => receivedOn(witness.socket, topic.name).includes(MARK);
    const until = Date.now() + PATIENCE_MS;
    while (!received() && Date.now() < until) await witness.socket.settle(PATIENCE_MS);
    if (!received()) throw new Error(`the witness of ${topic.name} receives nothing`);
  }
  await world.supabase.database.query('delete from realtime.messages where event = $1', [MARK]);
}

/** Events of all broadcasts on a topic, text and binary. */
function receivedOn({ messages, broadcasts }: RawSocket, topic: string): string[] {
  const name = `realtime:${topic}`;
  return [
    ...messages
      .filter((message) => message.topic === name && message.event === 'broadcast')
      .map(({ payload }) => String(payload['event'])),
    ...broadcasts.filter((message) => message.topic === name).map(({ event }) => event),
  ];
}

const hasReceived = ({ messages }: RawSocket, topic: string, event: string): boolean =>
  messages.some((message) => message.topic === `realtime:${topic}` && message.event === event);

function judge(
  topic: Topic,
  listeners: readonly Listener[],
  strays: readonly Listener[],
  witnesses: readonly Listener[],
): Outcome[] {
  const { name, label } = topic;
  const received = witnesses.flatMap(({ socket }) => receivedOn(socket, name));
  const strangers = strays.flatMap(({ caller, socket }) => [
    outcome(
      caller,
      `receive on ${label} through a public channel`,
      topic,
      false,
      receivedOn(socket, name).includes(MARK),
    ),
    outcome(
      caller,
      `send on ${label} through a public channel`,
      topic,
      false,
      received.includes(eventOf(caller, 'sent publicly')),
    ),
  ]);
  const members = listeners.flatMap(({ caller, socket }) => [
    outcome(
      caller,
      `receive on ${label}`,
      topic,
      right(caller, topic, 'receive'),
      receivedOn(socket, name).includes(MARK),
    ),
    outcome(
      caller,
      `send on ${label}`,
      topic,
      right(caller, topic, 'send'),
      received.includes(eventOf(caller, 'sent')),
    ),
    outcome(
      caller,
      `send on ${label} in a batch`,
      topic,
      right(caller, topic, 'send'),
      received.includes(eventOf(caller, 'posted')),
    ),
    outcome(
      caller,
      `see presence on ${label}`,
      topic,
      right(caller, topic, 'presence'),
      hasReceived(socket, name, 'presence_state'),
    ),
  ]);
  return [...members, ...strangers];
}
