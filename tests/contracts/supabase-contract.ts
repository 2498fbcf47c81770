/**
 * What Spolu expects of a Supabase, asked with the unmodified supabase-js. Runs against the embedded one and, when
 * SUPABASE_TEST_URL, SUPABASE_TEST_PUBLISHABLE_KEY and SUPABASE_TEST_SECRET_KEY name one, against a real project to which
 * the migrations and functions of this repository were pushed. Leaves no accounts behind.
 */
import { randomUUID } from 'node:crypto';
import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { totpAt } from '../../src/embedded-supabase/auth/totp.ts';
import { laneTopic, type Lane } from '#contract/topics.ts';
import { letIn, newDocument } from '../support/new-document.ts';

export interface ContractTarget {
  readonly url: string;
  readonly publishableKey: string;
  readonly secretKey: string;
}

const PASSWORD = 'correct horse battery';

const connect = (target: ContractTarget, key: string): SupabaseClient =>
  createClient(target.url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: WebSocket as never },
  });

export function describeSupabaseContract(name: string, open: () => Promise<ContractTarget>): void {
  describe(name, () => {
    let target: ContractTarget;
    let admin: SupabaseClient;
    const accounts: string[] = [];
    const clients: SupabaseClient[] = [];

    const signIn = async (): Promise<{ client: SupabaseClient; id: string; email: string }> => {
      const email = `contract-${randomUUID()}@example.com`;
      const created = await admin.auth.admin.createUser({
        email,
        password: PASSWORD,
        email_confirm: true,
        user_metadata: { name: 'Ann' },
      });
      if (created.error) throw created.error;
      accounts.push(created.data.user.id);
      const client = connect(target, target.publishableKey);
      clients.push(client);
      const signedIn = await client.auth.signInWithPassword({ email, password: PASSWORD });
      if (signedIn.error) throw signedIn.error;
      return { client, id: created.data.user.id, email };
    };

    beforeAll(async () => {
      target = await open();
      admin = connect(target, target.secretKey);
    });
    afterAll(async () => {
      for (const client of clients) await client.removeAllChannels();
      for (const id of accounts) await admin.auth.admin.deleteUser(id);
    });

    describe('auth', () => {
      test('wrong passwords and unknown people are told apart by nobody', async () => {
        const { email } = await signIn();
        const client = connect(target, target.publishableKey);
        for (const credentials of [
          { email, password: 'wrong password' },
          { email: 'nobody@example.com', password: PASSWORD },
        ]) {
          const { error } = await client.auth.signInWithPassword(credentials);
          expect(error).toMatchObject({ status: 400, code: 'invalid_credentials' });
        }
      });

      test('a session is refreshed with rotation and keeps its id; signing out ends it', async () => {
        const { client } = await signIn();
        const before = (await client.auth.getClaims()).data?.claims;
        const first = (await client.auth.getSession()).data.session;
        const { data, error } = await client.auth.refreshSession();
        expect(error).toBeNull();
        expect(data.session?.refresh_token).not.toBe(first?.refresh_token);
        const after = (await client.auth.getClaims()).data?.claims;
        expect(after).toMatchObject({
          role: 'authenticated',
          aud: 'authenticated',
          session_id: before?.session_id,
        });
        await client.auth.signOut();
        // The client's word for the refusal `session_not_found`.
        expect((await admin.auth.getUser(data.session?.access_token)).error?.name).toBe(
          'AuthSessionMissingError',
        );
      });

      test('the code of a mail signs in once; wrong and spent ones do not; an unknown address gets no mail', async () => {
        const { email } = await signIn();
        const { data } = await admin.auth.admin.generateLink({ type: 'magiclink', email });
        const token = data.properties?.email_otp ?? '';
        const client = connect(target, target.publishableKey);
        const enter = async (code: string) =>
          (await client.auth.verifyOtp({ type: 'email', email, token: code })).error?.code ?? 'signed in';
        expect(await enter(token === '000000' ? '111111' : '000000')).toBe('otp_expired');
        expect(await enter(token)).toBe('signed in');
        expect(await enter(token)).toBe('otp_expired');
        const unknown = { email: `nobody-${randomUUID()}@example.com`, options: { shouldCreateUser: false } };
        expect((await client.auth.signInWithOtp(unknown)).error).toMatchObject({
          status: 422,
          code: 'otp_disabled',
        });
      });

      test('a password changes with the present one only, and that ends every other session', async () => {
        const { client, email } = await signIn();
        const other = connect(target, target.publishableKey);
        await other.auth.signInWithPassword({ email, password: PASSWORD });
        const change = async (more: object) =>
          (await client.auth.updateUser({ password: 'another good password', ...more })).error?.code ??
          'changed';
        expect(await change({})).toBe('current_password_required');
        expect(await change({ current_password: 'wrong password' })).toBe('current_password_invalid');
        expect(await change({ current_password: PASSWORD, password: 'nine char' })).toBe('weak_password');
        expect(await change({ current_password: PASSWORD })).toBe('changed');
        expect((await other.auth.refreshSession()).error).not.toBeNull();
        expect((await client.auth.refreshSession()).error).toBeNull();
      });

      test('an address changes when both mailboxes have confirmed it', async () => {
        const { client, email } = await signIn();
        const newEmail = `contract-${randomUUID()}@example.com`;
        expect((await client.auth.updateUser({ email: newEmail })).data.user).toMatchObject({
          email,
          new_email: newEmail,
        });
        const hashOf = async (type: 'email_change_current' | 'email_change_new') =>
          (await admin.auth.admin.generateLink({ type, email, newEmail })).data.properties?.hashed_token ??
          '';
        const hashes = [await hashOf('email_change_current'), await hashOf('email_change_new')];
        const addresses = [email];
        for (const token_hash of hashes) {
          const reader = connect(target, target.publishableKey);
          expect((await reader.auth.verifyOtp({ type: 'email_change', token_hash })).error).toBeNull();
          addresses.push((await client.auth.getUser()).data.user?.email ?? '');
        }
        expect(addresses).toEqual([email, email, newEmail]);
      });

      test('one sees where one is signed in, and ends one sign-in or all others', async () => {
        const { client, email } = await signIn();
        const others = [
          connect(target, target.publishableKey),
          connect(target, target.publishableKey),
        ] as const;
        for (const other of others) await other.auth.signInWithPassword({ email, password: PASSWORD });
        const current = (await client.auth.getClaims()).data?.claims.session_id;
        const ended = (await others[0].auth.getClaims()).data?.claims.session_id;
        const listed = await client.rpc('list_sessions');
        expect(listed.error).toBeNull();
        expect((listed.data as { id: string }[]).map(({ id }) => id === current)).toEqual([
          true,
          false,
          false,
        ]);
        expect((await client.rpc('end_session', { p_session: ended })).error).toBeNull();
        expect((await others[0].auth.refreshSession()).error).not.toBeNull();
        expect((await others[1].auth.refreshSession()).error).toBeNull();
        await client.auth.signOut({ scope: 'others' });
        expect((await others[1].auth.refreshSession()).error).not.toBeNull();
        expect((await client.auth.refreshSession()).error).toBeNull();
      });

      test('with an authenticator app the password alone opens nothing, until a code was shown', async () => {
        const { client, id, email } = await signIn();
        await newDocument(client);
        const enrolled = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
        if (enrolled.error !== null) throw enrolled.error;
        const { id: factorId, totp } = enrolled.data;
        const show = async (by: SupabaseClient) =>
          by.auth.mfa.challengeAndVerify({ factorId, code: await totpAt(totp.secret, Date.now()) });
        expect((await show(client)).error).toBeNull();
        const other = connect(target, target.publishableKey);
        await other.auth.signInWithPassword({ email, password: PASSWORD });
        const titles = async (by: SupabaseClient) => (await by.from('documents').select('title')).data;
        expect([await titles(client), await titles(other)]).toEqual([[{ title: '' }], []]);
        expect((await other.auth.updateUser({ password: 'another good password' })).error).toMatchObject({
          status: 401,
          code: 'insufficient_aal',
        });
        expect((await show(other)).error).toBeNull();
        expect(await titles(other)).toEqual([{ title: '' }]);
        expect((await admin.auth.admin.mfa.deleteFactor({ userId: id, id: factorId })).error).toBeNull();
        const freed = connect(target, target.publishableKey);
        await freed.auth.signInWithPassword({ email, password: PASSWORD });
        expect(await titles(freed)).toEqual([{ title: '' }]);
      });

      test('data of a person is merged', async () => {
        const { client } = await signIn();
        await client.auth.updateUser({ data: { language: 'cs' } });
        expect((await client.auth.getUser()).data.user?.user_metadata).toMatchObject({
          name: 'Ann',
          language: 'cs',
        });
      });
    });

    describe('rest', () => {
      test('rows that a policy hides do not exist; columns and tables without a grant are refused', async () => {
        const [ann, sam] = await Promise.all([signIn(), signIn()]);
        const id = await newDocument(ann.client);
        const own = await ann.client
          .from('documents')
          .select('id, title, members(role)')
          .eq('id', id)
          .single();
        expect(own.data).toEqual({ id, title: '', members: [{ role: 'owner' }] });
        const other = await sam.client.from('documents').select('id').eq('id', id).maybeSingle();
        expect([other.data, other.error]).toEqual([null, null]);
        expect(await sam.client.from('documents').select('id').eq('id', id).single()).toMatchObject({
          status: 406,
          error: { code: 'PGRST116' },
        });
        expect(await ann.client.from('documents').select('deleted_at')).toMatchObject({
          status: 403,
          error: { code: '42501' },
        });
        expect(await ann.client.from('document_updates').select('seq')).toMatchObject({
          status: 403,
          error: { code: '42501' },
        });
        expect(await connect(target, target.publishableKey).from('documents').select('id')).toMatchObject({
          status: 401,
          error: { code: '42501' },
        });
      });

      test('counts, ranges, order, filters, updates that return rows', async () => {
        const { client, id } = await signIn();
        const ids = [];
        for (let i = 0; i < 3; i++) ids.push(await newDocument(client));
        const page = await client
          .from('documents')
          .select('id', { count: 'exact' })
          .in('id', ids)
          .order('id')
          .range(0, 1);
        expect([page.status, page.count, page.data]).toEqual([
          206,
          3,
          ids
            .toSorted()
            .slice(0, 2)
            .map((each) => ({ id: each })),
        ]);
        const renamed = await client
          .from('profiles')
          .update({ name: ' Ann Lee ' })
          .eq('id', id)
          .select('name')
          .single();
        expect(renamed.data).toEqual({ name: 'Ann Lee' });
      });

      test('functions: unknown ones, those of the service, and refusals with a status of their own', async () => {
        const { client } = await signIn();
        expect(await client.rpc('no_such_function')).toMatchObject({
          status: 404,
          error: { code: 'PGRST202' },
        });
        expect(
          await client.rpc('end_restore', { p_document: randomUUID(), p_session: randomUUID() }),
        ).toMatchObject({ status: 403, error: { code: '42501' } });
        expect(await client.rpc('document_head', { p_document: randomUUID() })).toMatchObject({
          status: 403,
          error: { code: 'PT403', message: 'forbidden' },
        });
      });
    });

    describe('realtime', () => {
      const join = (
        client: SupabaseClient,
        documentId: string,
        lane: Lane,
        key = '',
      ): Promise<{ channel: RealtimeChannel; status: string }> =>
        new Promise((resolve) => {
          const channel = client.channel(laneTopic(documentId, 1, lane), {
            config: {
              private: true,
              broadcast: { ack: true, self: false },
              presence: { key, enabled: key !== '' },
            },
          });
          channel.subscribe((status) => resolve({ channel, status }));
        });

      test('a private lane lets members in and nobody else', async () => {
        const [ann, sam] = await Promise.all([signIn(), signIn()]);
        const id = await newDocument(ann.client);
        expect((await join(ann.client, id, 'upd')).status).toBe('SUBSCRIBED');
        expect((await join(sam.client, id, 'upd')).status).toBe('CHANNEL_ERROR');
      });

      test('bytes arrive as bytes; a viewer’s bytes do not arrive', async () => {
        const [ann, vera] = await Promise.all([signIn(), signIn()]);
        const id = await newDocument(ann.client);
        const added = await ann.client.rpc('add_member', {
          p_document: id,
          p_email: vera.email,
          p_role: 'viewer',
        });
        expect(added.error).toBeNull();
        const here = await join(ann.client, id, 'upd');
        const there = await join(vera.client, id, 'upd');
        const heard: unknown[] = [];
        there.channel.on('broadcast', { event: 'u' }, ({ payload }: { payload: unknown }) =>
          heard.push(payload),
        );
        const payload = Uint8Array.of(0, 1, 254, 255).buffer;
        expect(await here.channel.send({ type: 'broadcast', event: 'u', payload })).toBe('ok');
        await expect.poll(() => heard, { timeout: 5000 }).toEqual([payload]);
        expect(await there.channel.send({ type: 'broadcast', event: 'u', payload }, { timeout: 1500 })).toBe(
          'timed out',
        );
      });

      test('who is present is known to everybody on ctl, and gone when they leave', async () => {
        const [ann, bob] = await Promise.all([signIn(), signIn()]);
        const id = await newDocument(ann.client);
        await ann.client.rpc('add_member', { p_document: id, p_email: bob.email, p_role: 'editor' });
        const here = await join(ann.client, id, 'ctl', 'ann');
        const there = await join(bob.client, id, 'ctl', 'bob');
        await here.channel.track({});
        await there.channel.track({});
        await expect
          .poll(() => Object.keys(here.channel.presenceState()).sort(), { timeout: 5000 })
          .toEqual(['ann', 'bob']);
        await bob.client.removeChannel(there.channel);
        await expect
          .poll(() => Object.keys(here.channel.presenceState()), { timeout: 5000 })
          .toEqual(['ann']);
      });

      test('what the database sends reaches the lane', async () => {
        const [ann, bob] = await Promise.all([signIn(), signIn()]);
        const id = await newDocument(ann.client);
        await letIn(ann, bob, id, 'editor');
        const { channel } = await join(ann.client, id, 'ctl', 'ann');
        const heard: unknown[] = [];
        channel.on('broadcast', { event: 'epoch' }, ({ payload }: { payload: { epoch: unknown } }) =>
          heard.push(payload.epoch),
        );
        expect((await ann.client.rpc('remove_member', { p_document: id, p_user: bob.id })).error).toBeNull();
        await expect.poll(() => heard, { timeout: 5000 }).toEqual([2]);
      });
    });

    describe('functions', () => {
      test('JSON and bytes come back; refusals carry status and code; an unknown function is not found', async () => {
        const { client } = await signIn();
        const documentId = await newDocument(client);
        const opened = await client.functions.invoke('open-session', {
          body: { documentId, sessionId: randomUUID(), clientId: 7, schema: 1 },
        });
        expect(opened.data).toMatchObject({ role: 'owner', head: 1 });
        const loaded = await client.functions.invoke<Blob>('load-document', {
          body: { documentId, after: null },
        });
        expect(new Uint8Array(await loaded.data!.arrayBuffer())[0]).toBe(1);
        const refused = await client.functions.invoke('load-document', {
          body: { documentId: randomUUID(), after: null },
        });
        const context = (refused.error as { context: Response }).context;
        expect([context.status, await context.json()]).toEqual([
          403,
          { error: { code: 'forbidden', detail: '' } },
        ]);
        const unknown = await client.functions.invoke('no-such-function');
        expect((unknown.error as { context: Response }).context.status).toBe(404);
      });
    });

    describe('an account that is deleted', () => {
      test('asks for the password, hands over what others are in, and is gone at once', async () => {
        const [ann, bob] = await Promise.all([signIn(), signIn()]);
        const shared = await newDocument(ann.client);
        const alone = await newDocument(ann.client);
        await letIn(ann, bob, shared, 'editor');
        const remove = async (password: string) =>
          (await ann.client.functions.invoke('delete-account', { body: { password } })).data as unknown;
        expect(await remove('wrong password')).toEqual({ outcome: 'wrong_password' });
        expect((await ann.client.rpc('preview_account_deletion')).data).toHaveLength(2);
        expect(await remove(PASSWORD)).toEqual({ outcome: 'deleted' });
        expect((await ann.client.rpc('list_my_documents')).data).toEqual([]);
        expect((await ann.client.auth.refreshSession()).error).not.toBeNull();
        const again = connect(target, target.publishableKey);
        const refused = await again.auth.signInWithPassword({ email: ann.email, password: PASSWORD });
        expect(refused.error?.code).toBe('invalid_credentials');
        const owned = await bob.client.from('documents').select('id').eq('owner_id', bob.id);
        expect(owned.data).toEqual([{ id: shared }]);
        expect((await bob.client.rpc('document_head', { p_document: alone })).error?.message).toBe(
          'forbidden',
        );
      });
    });

    describe('storage', () => {
      test('a private bucket: the service writes, a signed link reads, others get nothing', async () => {
        const bucket = `contract-${randomUUID()}`;
        expect((await admin.storage.createBucket(bucket, { public: false })).error).toBeNull();
        try {
          const path = 'folder/příloha.txt'.normalize('NFD').replaceAll(/\p{M}/gu, '');
          expect(
            (await admin.storage.from(bucket).upload(path, 'Ahoj', { contentType: 'text/plain' })).error,
          ).toBeNull();
          const { client } = await signIn();
          expect((await client.storage.from(bucket).download(path)).error).not.toBeNull();
          expect((await client.storage.from(bucket).upload('mine.txt', 'x')).error).not.toBeNull();
          const signed = await admin.storage.from(bucket).createSignedUrl(path, 60);
          expect(await (await fetch(signed.data!.signedUrl)).text()).toBe('Ahoj');
        } finally {
          await admin.storage.emptyBucket(bucket);
          await admin.storage.deleteBucket(bucket);
        }
      });
    });
  });
}
