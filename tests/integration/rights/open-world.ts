/** An embedded Supabase with all callers of the matrix: their tokens, two documents, a third for changes of rights. */
import { createHmac, randomUUID } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, exportSPKI, importJWK } from 'jose';
import { readSigningKey } from '../../../src/embedded-supabase/node/read-keys.ts';
import { generateSigningKey, openTokens } from '../../../src/embedded-supabase/keys/open-tokens.ts';
import type { Claims } from '../../../src/embedded-supabase/keys/tokens.ts';
import {
  openByHand,
  PASSWORD,
  signUp,
  writeParagraph,
  type DocumentClient,
} from '../../support/document-client.ts';
import { newDocument } from '../../support/new-document.ts';
import { startTestSupabase, type TestSupabase } from '../../support/start-test-supabase.ts';
import type { Caller, Place } from './matrix.ts';

export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkM+M/QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export const COMMENT = {
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Why?' }] }],
};

/** The callers of the matrix that have an account. The other callers are tokens of these users. */
const PEOPLE = {
  owner: 'Olga',
  editor: 'Edita',
  commenter: 'Karel',
  'commenter by the link': 'Lida',
  viewer: 'Viktor',
  'removed member': 'Radka',
  'expired member': 'Emil',
  'member of another document': 'Otto',
  stranger: 'Sam',
  'deleted user': 'Dana',
} as const satisfies Partial<Record<Caller, string>>;
type Person = keyof typeof PEOPLE;

/** Users whose rights the probes change: to be added, to receive another role, to be removed. */
const EXTRAS = ['newcomer', 'promoted', 'dismissed'] as const;
type Extra = (typeof EXTRAS)[number];

/** Ids and files of one document; for the unknown document, ids that do not exist. */
export interface Things {
  readonly documentId: string;
  readonly ownerId: string;
  readonly epoch: number;
  /** Path of an image in storage. */
  readonly image: string;
  readonly versionId: string;
  /** A version that may be deleted. */
  readonly spareVersionId: string;
  /** An editing session of its editor, or of its owner if it has no editor. */
  readonly sessionId: string;
  /** A thread of its owner, whose first comment and whose reply are the owner's. */
  readonly threadId: string;
  readonly commentId: string;
  readonly replyId: string;
}

export interface World {
  readonly supabase: TestSupabase;
  readonly people: Readonly<Record<Person | Extra, DocumentClient>>;
  readonly things: Readonly<Record<Place, Things>>;
  /** Request headers that authenticate the caller. */
  headers(caller: Caller): Record<string, string>;
  /** Access tokens for sockets. */
  readonly tokens: ReadonlyMap<Caller, string>;
  send(caller: Caller, path: string, init?: RequestInit): Promise<Response>;
  /** A hash of every row that a refused request could have changed. */
  fingerprint(): Promise<Readonly<Record<string, string>>>;
  close(): Promise<void>;
}

export async function openWorld(): Promise<World> {
  const supabase = await startTestSupabase({
    configure: ({ auth, realtime, ...config }) => ({
      ...config,
      // Long, so that no token or socket expires on a busy machine.
      auth: { ...auth, jwt_expiry: 7200 },
      realtime: { ...realtime, refusedJoinDelayMs: 0, silenceMs: 3_600_000 },
    }),
  });
  const people = await signUpAll(supabase);
  const { owner, 'member of another document': otto } = people;
  const [document, other, spare] = await Promise.all([
    makeDocument(supabase, owner, people),
    makeDocument(supabase, otto, {}),
    makeDocument(supabase, owner, people),
  ]);
  const tokens = await takeTokens(supabase, people);
  const headers = (caller: Caller): Record<string, string> => {
    if (caller === 'service') return { apikey: supabase.secretKey };
    const token = tokens.get(caller);
    return {
      apikey: supabase.publishableKey,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    };
  };
  return {
    supabase,
    people,
    tokens,
    headers,
    things: {
      document,
      'other document': other,
      'spare document': spare,
      'unknown document': nowhere(),
    },
    send: (caller, path, init = {}) =>
      fetch(`${supabase.url}${path}`, {
        ...init,
        headers: { ...headers(caller), ...(init.headers as Record<string, string> | undefined) },
      }),
    fingerprint: () => takeFingerprint(supabase),
    close: () => supabase.close(),
  };
}

async function signUpAll(supabase: TestSupabase): Promise<World['people']> {
  const names = [...Object.entries(PEOPLE), ...EXTRAS.map((name) => [name, name] as const)];
  const made = names.map(async ([key, name]) => [key, await signUp(supabase, name)] as const);
  return Object.fromEntries(await Promise.all(made)) as World['people'];
}

const nowhere = (): Things => {
  const documentId = randomUUID();
  const [ownerId, sessionId] = [randomUUID(), randomUUID()];
  const [versionId, spareVersionId] = [randomUUID(), randomUUID()];
  const image = `${documentId}/${randomUUID()}.png`;
  const [threadId, commentId, replyId] = [randomUUID(), randomUUID(), randomUUID()];
  const thread = { threadId, commentId, replyId };
  return { documentId, ownerId, versionId, spareVersionId, sessionId, epoch: 1, image, ...thread };
};

/** A document with text, two versions and one that was deleted, and an image. A member has been removed from it, so it has old lanes. */
async function makeDocument(
  supabase: TestSupabase,
  owner: DocumentClient,
  people: Partial<World['people']>,
): Promise<Things> {
  const documentId = await newDocument(owner.client);
  const call = async (name: string, args: object) => {
    const { error } = await owner.client.rpc(name, { ...args });
    if (error !== null) throw new Error(`${name}: ${error.message}`);
  };
  for (const [who, role] of GIVEN) {
    const email = people[who]?.email;
    if (email !== undefined)
      await call('add_member', { p_document: documentId, p_email: email, p_role: role });
  }
  await joinByLink(supabase, owner, people['commenter by the link'], documentId);
  await settleMembers(supabase, documentId, people);
  const room = await openByHand(people.editor ?? owner, documentId);
  writeParagraph(room.doc, 'text that only members may read');
  if ((await room.append()).status !== 200) throw new Error('nothing could be appended');
  const saved = await owner.call('save-snapshot', { documentId, name: 'Kept' });
  const { versionId } = saved.body as { versionId: string };
  const [spareVersionId, deletedId] = [randomUUID(), randomUUID()];
  await supabase.database.query(
    "insert into public.versions (id, document_id, seq, kind) select id, $1, 1, 'named' from unnest($2::uuid[]) as id",
    [documentId, [spareVersionId, deletedId]],
  );
  await call('delete_version', { p_document: documentId, p_version: deletedId });
  await supabase.database.query(
    "insert into public.erasures (id, document_id, seq, ranges, characters) values ($1, $2, 1, '[[1, 0, 1]]', 1)",
    [randomUUID(), documentId],
  );
  const thread = { threadId: randomUUID(), commentId: randomUUID(), replyId: randomUUID() };
  for (const id of [thread.commentId, thread.replyId])
    await call('add_comment', {
      p_document: documentId,
      p_thread: thread.threadId,
      p_comment: id,
      p_anchor: { kind: 'document', units: '', seq: 1, quote: '', before: '', after: '', heading: '' },
      p_body: COMMENT,
    });
  const image = `${documentId}/${randomUUID()}.png`;
  const added = await owner.client.storage
    .from('document-images')
    .upload(image, PIXEL, { contentType: 'image/png' });
  if (added.error !== null) throw added.error;
  const removed = people['removed member'];
  if (removed !== undefined) {
    await openByHand(removed, documentId);
    await call('remove_member', { p_document: documentId, p_user: removed.userId });
  }
  const epoch = removed === undefined ? 1 : 2;
  const { userId: ownerId } = owner;
  const { sessionId } = room;
  return { documentId, ownerId, epoch, image, versionId, spareVersionId, sessionId, ...thread };
}

const GIVEN = [
  ['editor', 'editor'],
  ['commenter', 'commenter'],
  ['viewer', 'viewer'],
  ['removed member', 'editor'],
  ['expired member', 'editor'],
  ['deleted user', 'editor'],
  ['promoted', 'viewer'],
  ['dismissed', 'viewer'],
] as const;

/** The link is closed after it without its members. */
async function joinByLink(
  { database }: TestSupabase,
  owner: DocumentClient,
  guest: DocumentClient | undefined,
  documentId: string,
): Promise<void> {
  if (!guest) return;
  const document = { p_document: documentId };
  const opened = await owner.client.rpc('set_link_role', { ...document, p_role: 'commenter' });
  const joined = await guest.client.rpc('join_document', document);
  if (opened.error ?? joined.error) throw new Error('the link admits nobody');
  await database.query('update public.documents set link_role = null where id = $1', [documentId]);
}

/** Makes all invited users members, and lets one membership expire. */
async function settleMembers(
  { database }: TestSupabase,
  documentId: string,
  people: Partial<World['people']>,
): Promise<void> {
  const set = (change: string, person: DocumentClient | undefined) =>
    database.query(`update public.members set ${change} where document_id = $1 and user_id = $2`, [
      documentId,
      person?.userId ?? null,
    ]);
  await database.query(
    'update public.members set arrived_at = now(), expires_at = null where document_id = $1',
    [documentId],
  );
  await database.query('delete from private.invitations where document_id = $1', [documentId]);
  await set("expires_at = now() - interval '1 minute'", people['expired member']);
}

async function takeTokens(supabase: TestSupabase, people: World['people']): Promise<World['tokens']> {
  const key = await readSigningKey(supabase.dataDir);
  const own = await openTokens({ signingKey: key, sharedSecret: 'x'.repeat(32) });
  const forger = await openTokens({
    signingKey: { ...(await generateSigningKey()), kid: key.kid! },
    sharedSecret: 'x'.repeat(32),
  });
  const tokens = new Map<Caller, string>();
  for (const person of Object.keys(PEOPLE) as Person[]) tokens.set(person, await tokenOf(people[person]));
  const claims = decodeJwt<Claims>(tokens.get('editor')!);
  const past = Math.floor(Date.now() / 1000) - 60;
  const { d: _secret, ...publicKey } = key;
  const pem = await exportSPKI((await importJWK(publicKey, 'ES256')) as CryptoKey);
  tokens.set('expired token', await own.sign({ ...claims, iat: past - 900, exp: past }));
  tokens.set('forged signature', await forger.sign(claims));
  tokens.set('public key as secret', signWith({ alg: 'HS256', typ: 'JWT', kid: key.kid }, claims, pem));
  tokens.set('alg none', signWith({ alg: 'none', typ: 'JWT', kid: key.kid }, claims, null));
  if (decodeProtectedHeader(tokens.get('forged signature')!).kid !== key.kid)
    throw new Error('not a forgery');
  await signOutSecond(supabase, people.editor, tokens);
  await deletePerson(supabase, people['deleted user']);
  return tokens;
}

async function tokenOf({ client }: DocumentClient): Promise<string> {
  const { data } = await client.auth.getSession();
  if (data.session === null) throw new Error('no user is signed in');
  return data.session.access_token;
}

function signWith(header: object, claims: object, secret: string | null): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part(header)}.${part(claims)}`;
  const tag = secret === null ? '' : createHmac('sha256', secret).update(text).digest('base64url');
  return `${text}.${tag}`;
}

/** The editor signs in again and out. The access token of that sign-in has not expired yet. */
async function signOutSecond(
  supabase: TestSupabase,
  editor: DocumentClient,
  tokens: Map<Caller, string>,
): Promise<void> {
  const headers = { apikey: supabase.publishableKey, 'content-type': 'application/json' };
  const signedIn = await fetch(`${supabase.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email: editor.email, password: PASSWORD }),
  });
  const { access_token: token } = (await signedIn.json()) as { access_token: string };
  const signedOut = await fetch(`${supabase.url}/auth/v1/logout?scope=local`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${token}` },
  });
  if (signedOut.status !== 204) throw new Error(`signing out returned ${signedOut.status}`);
  tokens.set('signed out', token);
}

async function deletePerson(supabase: TestSupabase, person: DocumentClient): Promise<void> {
  const reply = await fetch(`${supabase.url}/auth/v1/admin/users/${person.userId}`, {
    method: 'DELETE',
    headers: { apikey: supabase.secretKey },
  });
  await reply.body?.cancel();
  if (!reply.ok) throw new Error(`deleting a user returned ${reply.status}`);
}

/** Without rate buckets and refused writes, because refused requests may change these, without indexes, which are made after replies, and without the times at which lists were loaded: an empty one too. */
async function takeFingerprint({ database }: TestSupabase): Promise<Readonly<Record<string, string>>> {
  const { rows: tables } = await database.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and c.oid not in ('private.rate_buckets'::regclass, 'private.refused_writes'::regclass, 'private.open_lists'::regclass, 'private.document_search'::regclass) and (n.nspname in ('public', 'private', 'storage')
       or c.oid in ('realtime.messages'::regclass, 'auth.users'::regclass, 'auth.sessions'::regclass))`,
  );
  const hashes = tables.map(async ({ name }) => {
    const { rows } = await database.query<{ hash: string }>(
      `select count(*) || ':' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as hash from ${name} t`,
    );
    return [name, rows[0]!.hash] as const;
  });
  return Object.fromEntries(await Promise.all(hashes));
}
