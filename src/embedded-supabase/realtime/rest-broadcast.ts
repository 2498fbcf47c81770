/**
 * Broadcast over HTTP: a batch of JSON messages, or one message whose body may be bytes.
 *
 *     POST /api/broadcast                                {"messages": [{topic, event, payload, private?, id?}]}
 *     POST /api/broadcast/:topic/events/:event?private   any JSON, or application/octet-stream
 *
 * 202 with no body means accepted. In a batch, messages that the caller may not send are dropped silently; a single one
 * is answered with 403. Source: supabase/realtime, BroadcastController, BatchBroadcast and SingleBroadcast.
 */
import { parseJson } from '../text/parse-json.ts';
import { z } from 'zod';
import type { RequestContext } from '../service.ts';
import type { Claims } from '../keys/tokens.ts';
import { probeWrite } from './authorize.ts';
import { checkToken } from './check-token.ts';
import { countEvents, countMessage, rateOf, type Hub } from './hub.ts';
import { bytesBroadcast, textMessage, type Outgoing } from './outgoing.ts';
import { maxPayloadBytes } from './realtime-config.ts';
import { TOPIC_PREFIX } from './rooms.ts';
import { encodeText } from '../text/bytes.ts';

const SINGLE_PATH = /^\/api\/broadcast\/([^/]+)\/events\/([^/]+)$/;

const json = (status: number, body: unknown): Response => Response.json(body, { status });
const fail = (status: number, message: string): Response => json(status, { message });
const accepted = (): Response => new Response(null, { status: 202 });

/** The `x-` headers, which policies may read. */
export function readXHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => name.toLowerCase().startsWith('x-')));
}

interface Sender {
  readonly claims: Claims;
  readonly headers: Readonly<Record<string, string>>;
}

async function maySend(hub: Hub, sender: Sender, topic: string): Promise<boolean> {
  const answer = await probeWrite(hub.database, { ...sender, topic }, 'broadcast');
  if (answer.ok) return answer.allowed;
  hub.log('warning', `write probe of ${topic}: ${answer.detail}`);
  return false;
}

function send(hub: Hub, topic: string, isPrivate: boolean, message: Outgoing): void {
  countMessage(hub, 'in');
  hub.rooms.find(topic, isPrivate)?.broadcast(message);
}

const BLANK = "can't be blank";
const INVALID = 'is invalid';

const batchSchema = z.object({ messages: z.array(z.unknown()).min(1) });

const messageSchema = z.object({
  topic: z.string().min(1),
  event: z.string().min(1),
  payload: z.record(z.string(), z.unknown()),
  private: z.boolean().nullish(),
  id: z.string().nullish(),
});

type BatchMessage = z.output<typeof messageSchema>;
type FieldErrors = Record<string, string[]>;

function checkMessage(hub: Hub, value: unknown): { message: BatchMessage | null; errors: FieldErrors } {
  const parsed = messageSchema.safeParse(value);
  if (!parsed.success) {
    const given: Readonly<Record<string, unknown>> =
      typeof value === 'object' && value !== null ? { ...value } : {};
    const fields = [...new Set(parsed.error.issues.map(({ path }) => String(path[0] ?? 'topic')))];
    const isBlank = (field: string) =>
      given[field] === undefined || given[field] === null || given[field] === '';
    return {
      message: null,
      errors: Object.fromEntries(fields.map((field) => [field, [isBlank(field) ? BLANK : INVALID]])),
    };
  }
  const isTooLarge = encodeText(JSON.stringify(parsed.data.payload)).length > maxPayloadBytes(hub.config);
  return isTooLarge
    ? { message: null, errors: { payload: ['Payload size exceeds tenant limit'] } }
    : { message: parsed.data, errors: {} };
}

async function sendBatch(hub: Hub, sender: Sender, body: Uint8Array): Promise<Response> {
  const batch = batchSchema.safeParse(parseJson(body));
  if (!batch.success) return json(422, { errors: { messages: [BLANK] } });
  const checked = batch.data.messages.map((value) => checkMessage(hub, value));
  const messages = checked.map(({ message }) => message).filter((message) => message !== null);
  if (messages.length < checked.length) {
    return json(422, { errors: { messages: checked.map(({ errors }) => errors) } });
  }
  const perSecond = rateOf(hub, 'messages');
  const { maxMessagesPerSecond } = hub.config;
  if (perSecond > maxMessagesPerSecond) return fail(429, 'You have exceeded your rate limit');
  if (perSecond + messages.length > maxMessagesPerSecond) {
    return fail(429, 'Too many messages to broadcast, please reduce the batch size');
  }
  const privateTopics = new Set(messages.filter((message) => message.private).map(({ topic }) => topic));
  const mayUse = new Map<string, boolean>();
  for (const topic of privateTopics) mayUse.set(topic, await maySend(hub, sender, topic));
  for (const { topic, event, payload, private: isPrivate, id } of messages) {
    if (isPrivate && mayUse.get(topic) !== true) continue;
    const meta = id === null || id === undefined ? {} : { meta: { id } };
    const message = { type: 'broadcast', event, payload, ...meta };
    send(hub, topic, isPrivate === true, textMessage(TOPIC_PREFIX + topic, 'broadcast', message));
  }
  return accepted();
}

interface SingleBroadcast {
  readonly topic: string;
  readonly event: string;
  readonly isPrivate: boolean;
  readonly contentType: string;
  readonly body: Uint8Array;
}

async function sendSingle(hub: Hub, sender: Sender, single: SingleBroadcast): Promise<Response> {
  const { topic, event, isPrivate, contentType, body } = single;
  const isJson = contentType === 'application/json';
  if (!isJson && contentType !== 'application/octet-stream') return fail(415, 'Unsupported Media Type');
  if (isJson && parseJson(body) === undefined) return json(422, { errors: { payload: [INVALID] } });
  if (body.length > maxPayloadBytes(hub.config)) {
    return json(422, { errors: { payload: ['Payload size exceeds tenant limit'] } });
  }
  if (rateOf(hub, 'messages') >= hub.config.maxMessagesPerSecond) {
    return fail(429, 'You have exceeded your rate limit');
  }
  if (isPrivate && !(await maySend(hub, sender, topic))) return fail(403, 'Unauthorized');
  const message = bytesBroadcast({
    topic: encodeText(TOPIC_PREFIX + topic),
    event: encodeText(event),
    encoding: isJson ? 'json' : 'binary',
    payload: body,
  });
  send(hub, topic, isPrivate, message);
  return accepted();
}

/** Null when the escapes are not UTF-8. */
function decodePathPart(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

/** Answers Realtime's `/api/...`; the gateway has removed the prefix `/realtime/v1`. */
export async function broadcastOverRest(
  hub: Hub,
  request: Request,
  context: RequestContext,
): Promise<Response> {
  const url = new URL(request.url);
  const single = SINGLE_PATH.exec(url.pathname);
  if (request.method !== 'POST' || (single === null && url.pathname !== '/api/broadcast')) {
    return fail(404, 'Not Found');
  }
  if (context.token === null) return fail(401, 'Unauthorized');
  const checked = await checkToken(hub.tokens, context.token);
  if (!checked.ok) return fail(401, 'Unauthorized');
  countEvents(hub, 'requests', 1);
  if (rateOf(hub, 'requests') > hub.config.maxRequestsPerSecond) return fail(429, 'Too many requests');
  const declaredBytes = Number(request.headers.get('content-length') ?? 0);
  if (declaredBytes > hub.config.maxFrameBytes) return fail(413, 'Request Entity Too Large');
  const body = new Uint8Array(await request.arrayBuffer());
  const sender = { claims: checked.claims, headers: readXHeaders(request.headers) };
  if (single === null) return sendBatch(hub, sender, body);

  const topic = decodePathPart(single[1] ?? '');
  const event = decodePathPart(single[2] ?? '');
  if (topic === null || event === null) return fail(400, 'Bad Request');
  const contentType = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const isPrivate = url.searchParams.get('private') === 'true';
  return sendSingle(hub, sender, { topic, event, isPrivate, contentType, body });
}
