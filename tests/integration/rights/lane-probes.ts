/** Every lane and extension, over sockets and over REST: who is let in, who hears, who is heard. */
import { openRawSocket, type RawSocket } from '../../support/open-raw-socket.ts';
import { listTopics, type Topic } from './lane-topics.ts';
import { CALLERS, may, type Caller } from './matrix.ts';
import type { World } from './open-world.ts';
import { readAnswer, type Outcome } from './probe.ts';

/** Nothing is waited for in vain: this is for a machine with much else to do. */
const PATIENCE_MS = 60_000;

const MARK = 'mark';

interface Ear {
  readonly caller: Caller;
  readonly socket: RawSocket;
  readonly joined: Set<string>;
}

/** What is said here is `by <caller>`, so that whoever listens can tell who came through. */
const voiceOf = (caller: Caller, way: string): string => `${way} by ${caller}`;

const outcome = (
  caller: Caller,
  what: string,
  { place }: Topic,
  expected: boolean,
  ok: boolean,
  said = ok ? 'came through' : 'nothing',
): Outcome => ({ probe: { caller, what, place, expected }, answer: { ok, said } });

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
  const ears = await Promise.all(
    callers.map(async (caller) => ({ caller, socket: await openSocket(world), joined: new Set<string>() })),
  );
  const outcomes = (await Promise.all(ears.map((ear) => joinAll(world, ear, topics)))).flat();
  outcomes.push(...(await Promise.all(ears.map((ear) => speak(world, ear, topics)))).flat());
  const strays = await Promise.all(callers.map((caller) => openStray(world, caller, open)));
  await mark(world, witnesses, open);
  for (const { socket } of [...ears, ...strays]) await socket.settle(PATIENCE_MS);
  outcomes.push(...open.flatMap((topic) => listen(topic, ears, strays, witnesses)));
  for (const { socket } of [...ears, ...strays, ...witnesses]) socket.close();
  return outcomes;
}

const openSocket = (world: World): Promise<RawSocket> =>
  openRawSocket(world.supabase.url, { apikey: world.supabase.publishableKey });

let refs = 0;

async function join(world: World, ear: Pick<Ear, 'caller' | 'socket'>, topic: Topic, isPrivate = true) {
  const ref = String((refs += 1));
  const config = {
    private: isPrivate,
    broadcast: { self: false, ack: true },
    presence: { enabled: true },
  };
  const token = world.tokens.get(ear.caller);
  const payload = { config, ...(token === undefined ? {} : { access_token: token }) };
  ear.socket.push(ref, ref, `realtime:${topic.name}`, 'phx_join', payload);
  const reply = await ear.socket.nextReply(ref, PATIENCE_MS);
  return { ok: reply.payload['status'] === 'ok', said: JSON.stringify(reply.payload['response']), ref };
}

async function openWitness(world: World, caller: Caller, topics: readonly Topic[]): Promise<Ear> {
  const ear = { caller, socket: await openSocket(world), joined: new Set<string>() };
  for (const topic of topics) if ((await join(world, ear, topic)).ok) ear.joined.add(topic.name);
  if (ear.joined.size !== 3) throw new Error('a witness needs all three lanes');
  return ear;
}

async function joinAll(world: World, ear: Ear, topics: readonly Topic[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const topic of topics) {
    const { ok, said, ref } = await join(world, ear, topic);
    if (ok) ear.joined.add(topic.name);
    outcomes.push(
      outcome(ear.caller, `join ${topic.label}`, topic, right(ear.caller, topic, 'receive'), ok, said),
    );
    if (topic.lane !== null) outcomes.push(await track(ear, topic, ref, ok));
    ear.socket.push(ref, `say-${ref}`, `realtime:${topic.name}`, 'broadcast', {
      type: 'broadcast',
      event: voiceOf(ear.caller, 'said'),
      payload: {},
    });
  }
  await ear.socket.settle(PATIENCE_MS);
  return outcomes;
}

/** On a lane that was not joined the answer is an error too. */
async function track(
  { caller, socket }: Ear,
  topic: Topic,
  joinRef: string,
  isIn: boolean,
): Promise<Outcome> {
  const ref = `track-${joinRef}`;
  const payload = { type: 'presence', event: 'track', payload: { who: voiceOf(caller, 'tracked') } };
  socket.push(isIn ? joinRef : null, ref, `realtime:${topic.name}`, 'presence', payload);
  const reply = await socket.nextReply(ref, PATIENCE_MS);
  const ok = reply.payload['status'] === 'ok';
  return outcome(caller, `track presence on ${topic.label}`, topic, right(caller, topic, 'presence'), ok);
}

/** Over REST: one message, whose answer says whether it was taken, and a list of messages, whose answer says nothing. */
async function speak(world: World, { caller }: Ear, topics: readonly Topic[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const topic of topics.filter(({ name }) => name !== '')) {
    const path = `/realtime/v1/api/broadcast/${encodeURIComponent(topic.name)}/events/posted?private=true`;
    const reply = await world.send(caller, path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    const { ok, said } = await readAnswer(reply);
    outcomes.push(outcome(caller, `post to ${topic.label}`, topic, right(caller, topic, 'send'), ok, said));
  }
  const messages = topics
    .filter(({ lane }) => lane !== null)
    .map(({ name }) => ({ topic: name, event: voiceOf(caller, 'posted'), payload: {}, private: true }));
  const batch = await world.send(caller, '/realtime/v1/api/broadcast', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ messages }),
  });
  await batch.body?.cancel();
  return outcomes;
}

/** Joins the lanes' names as public channels, which anybody may; they are other rooms. */
async function openStray(world: World, caller: Caller, topics: readonly Topic[]): Promise<Ear> {
  const ear = { caller, socket: await openSocket(world), joined: new Set<string>() };
  for (const topic of topics) {
    const { ok, ref } = await join(world, ear, topic, false);
    if (ok) ear.joined.add(topic.name);
    ear.socket.push(ref, `say-${ref}`, `realtime:${topic.name}`, 'broadcast', {
      type: 'broadcast',
      event: voiceOf(caller, 'shouted'),
      payload: {},
    });
  }
  await ear.socket.settle(PATIENCE_MS);
  return ear;
}

/** Something for everybody to hear. */
async function mark(world: World, witnesses: readonly Ear[], topics: readonly Topic[]): Promise<void> {
  for (const topic of topics) {
    await world.supabase.database.query("select realtime.send('{}'::jsonb, $1, $2, true)", [
      MARK,
      topic.name,
    ]);
    const witness = witnesses.find(({ joined }) => joined.has(topic.name))!;
    const heard = () => heardOn(witness.socket, topic.name).includes(MARK);
    const until = Date.now() + PATIENCE_MS;
    while (!heard() && Date.now() < until) await witness.socket.settle(PATIENCE_MS);
    if (!heard()) throw new Error(`the witness of ${topic.name} hears nothing`);
  }
  await world.supabase.database.query('delete from realtime.messages where event = $1', [MARK]);
}

/** Events of all broadcasts on a topic, text and binary. */
function heardOn({ messages, broadcasts }: RawSocket, topic: string): string[] {
  const name = `realtime:${topic}`;
  return [
    ...messages
      .filter((message) => message.topic === name && message.event === 'broadcast')
      .map(({ payload }) => String(payload['event'])),
    ...broadcasts.filter((message) => message.topic === name).map(({ event }) => event),
  ];
}

const isTold = ({ messages }: RawSocket, topic: string, event: string): boolean =>
  messages.some((message) => message.topic === `realtime:${topic}` && message.event === event);

function listen(
  topic: Topic,
  ears: readonly Ear[],
  strays: readonly Ear[],
  witnesses: readonly Ear[],
): Outcome[] {
  const { name, label } = topic;
  const heard = witnesses.flatMap(({ socket }) => heardOn(socket, name));
  const strangers = strays.flatMap(({ caller, socket }) => [
    outcome(
      caller,
      `hear ${label} through a public channel`,
      topic,
      false,
      heardOn(socket, name).includes(MARK),
    ),
    outcome(
      caller,
      `be heard on ${label} through a public channel`,
      topic,
      false,
      heard.includes(voiceOf(caller, 'shouted')),
    ),
  ]);
  const members = ears.flatMap(({ caller, socket }) => [
    outcome(
      caller,
      `hear ${label}`,
      topic,
      right(caller, topic, 'receive'),
      heardOn(socket, name).includes(MARK),
    ),
    outcome(
      caller,
      `be heard on ${label}`,
      topic,
      right(caller, topic, 'send'),
      heard.includes(voiceOf(caller, 'said')),
    ),
    outcome(
      caller,
      `be heard on ${label} by a list`,
      topic,
      right(caller, topic, 'send'),
      heard.includes(voiceOf(caller, 'posted')),
    ),
    outcome(
      caller,
      `see who is present on ${label}`,
      topic,
      right(caller, topic, 'presence'),
      isTold(socket, name, 'presence_state'),
    ),
  ]);
  return [...members, ...strangers];
}
