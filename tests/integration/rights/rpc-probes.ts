/** Probes of every database function in the catalog, with arguments that would have an effect. */
import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { CALLERS, may, PLACES, roleIn, type Caller, type Place } from './matrix.ts';
import { COMMENT, type World } from './open-world.ts';
import { readAnswer, type Answer, type Probe } from './probe.ts';

interface Routine {
  readonly schema: string;
  readonly name: string;
  readonly args: readonly { readonly name: string; readonly type: string }[];
}

/** Functions that change the rights of a user; probed in the spare document. */
const CHANGES_RIGHTS: Readonly<Record<string, 'newcomer' | 'promoted' | 'dismissed'>> = {
  add_member: 'newcomer',
  set_member_role: 'promoted',
  remove_member: 'dismissed',
  revoke_invitation: 'newcomer',
  answer_request: 'newcomer',
  set_link_role: 'newcomer',
};

/** Functions with an effect that cannot be undone; each is probed on a new document, after these calls. */
const ENDS_DOCUMENT: Readonly<Record<string, readonly string[]>> = {
  delete_document: [],
  restore_document: ['delete_document'],
  erase_document: ['delete_document'],
  transfer_document: [],
};

/** Probed with valid tokens. */
const BY_TOKEN: readonly string[] = [
  'accept_invitation',
  'preview_invitation',
  'unsubscribe',
  'preview_unsubscribe',
];

export async function listRpcProbes(world: World): Promise<Probe[]> {
  const routines = await listRoutines(world);
  const own = routines.filter(({ schema, name }) => schema === 'public' && !BY_TOKEN.includes(name));
  const hidden = routines.filter(({ schema }) => schema === 'private');
  const tokens = await inviteAll(world);
  const mailToken = await readMailToken(world);
  return CALLERS.flatMap((caller) => [
    ...own.flatMap((routine) => probesOf(world, caller, routine)),
    ...hidden.map(({ schema, name }) => ({
      caller,
      what: `rpc ${schema}.${name}`,
      expected: false,
      run: async () => readAnswer(await post(world, caller, name, {}, schema)),
    })),
    ...leaveProbes(world, caller),
    previewProbe(world, caller, tokens.get(caller)!),
    acceptProbe(world, caller, tokens.get(caller)!),
    ...stopProbes(world, caller, mailToken),
  ]);
}

/** A token for each caller, sent to their address; callers without an account get the editor's. */
async function inviteAll({ supabase, people, things }: World): Promise<ReadonlyMap<Caller, string>> {
  const tokens = new Map<Caller, string>();
  const editors = randomUUID();
  for (const caller of CALLERS) {
    const isPerson = caller in people;
    const token = isPerson ? randomUUID() : editors;
    tokens.set(caller, token);
    const place = isPerson ? 'spare document' : 'document';
    const { email } = people[isPerson ? (caller as keyof World['people']) : 'editor'];
    await supabase.database.query(
      `insert into private.invitations (document_id, email, role, token_hash, invited_by, expires_at)
       values ($1, lower($2), 'viewer', sha256(convert_to($3, 'UTF8')), $4, now() + interval '1 day')
       on conflict do nothing`,
      [things[place].documentId, email, token, things.document.ownerId],
    );
  }
  return tokens;
}

const acceptProbe = (world: World, caller: Caller, token: string): Probe => ({
  caller,
  what: 'rpc accept_invitation',
  expected: may(caller, 'rpc accept_invitation', 'document'),
  alone: true,
  run: async () => readAnswer(await post(world, caller, 'accept_invitation', { p_token: token })),
});

/** Not `alone`, so it runs before the token is used. */
const previewProbe = (world: World, caller: Caller, token: string): Probe => ({
  caller,
  what: 'rpc preview_invitation',
  expected: may(caller, 'rpc preview_invitation', 'document'),
  run: async () => readAnswer(await post(world, caller, 'preview_invitation', { p_token: token })),
});

/** As in a mail to the editor, who would get no more of them. */
async function readMailToken({ supabase, people }: World): Promise<string> {
  const { rows } = await supabase.database.query<{ token: string }>(
    "select private.mail_token('k', uuid_send($1::uuid), private.pad('resolved')) as token",
    [people.editor.userId],
  );
  return rows[0]!.token;
}

const stopProbes = (world: World, caller: Caller, token: string): Probe[] =>
  ['unsubscribe', 'preview_unsubscribe'].map((name) => ({
    caller,
    what: `rpc ${name}`,
    expected: may(caller, `rpc ${name}`, 'document'),
    run: async () => readAnswer(await post(world, caller, name, { p_token: token })),
  }));

async function listRoutines({ supabase }: World): Promise<Routine[]> {
  const { rows } = await supabase.database.query<Routine>(
    `select n.nspname as schema, p.proname as name, coalesce(
       (select json_agg(json_build_object('name', coalesce(p.proargnames[a.place], ''), 'type', a.type::regtype::text))
        from unnest(p.proargtypes) with ordinality as a (type, place)), '[]') as args
     from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ('public', 'private') and p.prorettype <> 'trigger'::regtype`,
  );
  return rows;
}

const post = (world: World, caller: Caller, name: string, args: object, profile = 'public') =>
  world.send(caller, `/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-profile': profile },
    body: JSON.stringify(args),
  });

/** Each person may have a folder of the same id. */
const OWN_FOLDER = randomUUID();

function probesOf(world: World, caller: Caller, routine: Routine): Probe[] {
  const { name } = routine;
  const what = `rpc ${name}`;
  if (name in ENDS_DOCUMENT && PLACES.some((place) => may(caller, what, place)))
    return [endProbe(world, caller, routine)];
  const run = (place: Place) => async (): Promise<Answer> => {
    // An empty result would count as a refusal.
    if (name === 'list_my_folders' && caller !== 'service')
      await post(world, caller, 'save_folder', { p_folder: randomUUID(), p_name: 'Spring' });
    // A folder of another person, or none, would refuse it.
    if (name === 'set_folder_template' && may(caller, what, place))
      await post(world, caller, 'save_folder', { p_folder: OWN_FOLDER, p_name: 'Contracts' });
    if (name === 'preview_account_deletion' && caller !== 'service')
      await post(world, caller, 'create_document', { p_key: randomUUID() });
    // So does that an address has no problem.
    if (name === 'my_mail_problem' && may(caller, what, place)) await blockAddress(world, caller);
    if (name === 'search_texts') await indexTexts(world);
    const reply = await post(world, caller, name, argumentsOf(world, routine, place));
    return caller === 'service' ? readGrant(reply) : readAnswer(reply);
  };
  if (!routine.args.some(({ name: arg }) => arg === 'p_document')) {
    const expected = may(caller, what, 'document') || may(caller, what, 'other document');
    return [{ caller, what, expected, run: run('document') }];
  }
  const places: Place[] =
    caller === 'service' || (name in CHANGES_RIGHTS && may(caller, what, 'spare document'))
      ? ['spare document']
      : ['document', 'other document', 'unknown document'];
  // The owner of the other document may change rights there, but these probes belong to the spare document.
  const asked = places.filter(
    (place) => !(name in CHANGES_RIGHTS && roleIn(caller, place) === 'owner') || place === 'spare document',
  );
  return asked.map((place) => ({
    caller,
    what,
    place,
    expected: may(caller, what, place),
    alone: may(caller, what, place) && (name in CHANGES_RIGHTS || caller === 'service'),
    run: run(place),
  }));
}

/** So that each reader finds something. */
async function indexTexts({ supabase }: World): Promise<void> {
  await supabase.database.query(
    `insert into private.document_search (document_id, seq, lived_at, headings, body, starts, words, title_words)
     select d.id, 1, now(), '[]', '', '{}', 'x:1', '' from public.documents d
     on conflict (document_id) do update set lived_at = now(), words = excluded.words`,
  );
}

async function blockAddress({ supabase, tokens }: World, caller: Caller): Promise<void> {
  const token = tokens.get(caller);
  if (token === undefined) return;
  await supabase.database.query(
    `insert into private.mail_blocks (address, reason) select lower(u.email), 'bounced' from auth.users u where u.id = $1
     on conflict do nothing`,
    [decodeJwt(token).sub],
  );
}

/** For the service key only the grant counts, because its arguments need not be valid. */
async function readGrant(reply: Response): Promise<Answer> {
  const text = await reply.text();
  const isRefused = text.includes('"42501"') || text.includes('"PGRST');
  return { ok: !isRefused, detail: `${isRefused ? reply.status : 'open'} ${text.slice(0, 200)}` };
}

function endProbe(world: World, caller: Caller, { name }: Routine): Probe {
  return {
    caller,
    what: `rpc ${name}`,
    expected: true,
    run: async () => {
      const made = await post(world, caller, 'create_document', { p_key: randomUUID() });
      const { id } = (await made.json()) as { id: string };
      const document = { p_document: id };
      for (const before of ENDS_DOCUMENT[name] ?? []) await post(world, caller, before, document);
      if (name !== 'transfer_document') return readAnswer(await post(world, caller, name, document));
      const { userId } = world.people.newcomer;
      await world.supabase.database.query(
        "insert into public.members (document_id, user_id, role) values ($1, $2, 'viewer')",
        [id, userId],
      );
      return readAnswer(await post(world, caller, name, { ...document, p_user: userId }));
    },
  };
}

function leaveProbes(world: World, caller: Caller): Probe[] {
  const token = world.tokens.get(caller);
  if (token === undefined) return [];
  const what = 'leave a document';
  const leave = (place: Place): Probe => ({
    caller,
    what,
    place,
    expected: may(caller, what, place),
    alone: may(caller, what, place),
    run: async () =>
      readAnswer(
        await post(world, caller, 'remove_member', {
          p_document: world.things[place].documentId,
          p_user: decodeJwt(token).sub,
        }),
      ),
  });
  return (
    may(caller, what, 'spare document')
      ? (['spare document'] as const)
      : (['document', 'unknown document'] as const)
  ).map(leave);
}

function argumentsOf(world: World, { name, args }: Routine, place: Place): Record<string, unknown> {
  const things = world.things[place];
  const subject = world.people[CHANGES_RIGHTS[name] ?? 'newcomer'];
  const known: Readonly<Record<string, unknown>> = {
    p_document: things.documentId,
    p_user: name.endsWith('_mention') ? things.ownerId : subject.userId,
    p_email: subject.email,
    p_role: name === 'set_member_role' ? 'editor' : 'viewer',
    // No existing user, since later probes need all users.
    p_actor: name === 'delete_account' ? randomUUID() : things.ownerId,
    p_auth_session: decodeJwt(
      world.tokens.get(place === 'other document' ? 'member of another document' : 'owner')!,
    )['session_id'],
    p_session: name === 'begin_restore' ? randomUUID() : things.sessionId,
    p_version: name === 'delete_version' ? things.spareVersionId : things.versionId,
    p_kind: null,
    p_language: 'cs',
    p_thread: things.threadId,
    p_comment:
      name === 'add_comment' ? randomUUID() : name === 'delete_comment' ? things.replyId : things.commentId,
    p_anchor: { kind: 'document', units: '', seq: 1, quote: '', before: '', after: '', heading: '' },
    p_body: COMMENT,
    p_assignee: things.ownerId,
    // The caller must own it.
    p_copy: things.documentId,
    p_state: 'resolved',
    p_emoji: '👍',
    p_on: true,
    p_folder: name === 'move_to_folder' ? null : name === 'set_folder_template' ? OWN_FOLDER : randomUUID(),
    p_digest: '0'.repeat(32),
    p_mark: 'seen',
    p_losses: [],
    p_time_zone: 'Europe/Prague',
    p_level: 'mine',
    p_client: 20,
    p_settings: { levels: {}, mails: true, hidesText: false },
  };
  return Object.fromEntries(
    args.map((arg) => [arg.name, arg.name in known ? known[arg.name] : valueOf(arg.type)]),
  );
}

function valueOf(type: string): unknown {
  if (type.endsWith('[]')) return [];
  if (['integer', 'bigint', 'smallint', 'numeric'].includes(type)) return 1;
  if (type === 'uuid') return randomUUID();
  if (type === 'bytea') return '\\x00';
  return type === 'text' ? 'x' : null;
}
