/** A session that was ended elsewhere receives no data, and no empty list either, although its token is still valid. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClient, signIn, signUp, type DocumentClient } from '../support/document-client.ts';
import { newDocument } from '../support/new-document.ts';
import { startTestSupabase, type TestSupabase } from '../support/start-test-supabase.ts';

let supabase: TestSupabase;
let here: DocumentClient;
let elsewhere: DocumentClient;
let documentId: string;

beforeAll(async () => {
  supabase = await startTestSupabase();
  here = await signUp(supabase, 'Ann');
  elsewhere = await signIn(supabase, here.email);
  documentId = await newDocument(here.client);
});
afterAll(() => supabase.close());

const asks = ({ client }: Pick<DocumentClient, 'client'>) => ({
  'the list': () => client.rpc('list_my_documents'),
  'one document': () => client.rpc('document_head', { p_document: documentId }),
  'a table': () => client.from('profiles').select(),
  'a change of a table': () => client.from('profiles').update({ name: 'Eve' }).eq('id', here.userId),
});

test('after signing out everywhere else, each request of the other session is refused, and none of this one', async () => {
  for (const ask of Object.values(asks(elsewhere))) expect((await ask()).error).toBeNull();
  expect((await here.client.auth.signOut({ scope: 'others' })).error).toBeNull();
  for (const [name, ask] of Object.entries(asks(elsewhere)))
    expect(await ask(), name).toMatchObject({ status: 401, error: { message: 'unauthenticated' } });
  for (const ask of Object.values(asks(here))) expect((await ask()).error).toBeNull();
});

test('a visitor without an account is answered', async () => {
  const visitor = openClient(supabase);
  const { error, status } = await visitor.rpc('preview_invitation', { p_token: 'x'.repeat(43) });
  expect([error?.message, status]).toEqual(['not_found', 404]);
});
