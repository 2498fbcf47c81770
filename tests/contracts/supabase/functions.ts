/** Edge functions. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { letIn, newDocument } from '../../support/new-document.ts';
import { PASSWORD, type Contract } from './contract.ts';

export function describeFunctions(contract: Contract): void {
  describe('functions', () => {
    test('JSON and bytes come back; refusals carry status and code; an unknown function is not found', async () => {
      const { client } = await contract.signIn();
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
    test('requires the password, hands over shared documents, and takes effect at once', async () => {
      const [ann, bob] = await Promise.all([contract.signIn(), contract.signIn()]);
      const shared = await newDocument(ann.client);
      const alone = await newDocument(ann.client);
      await letIn(ann, bob, shared, 'editor');
      const remove = async (password: string) =>
        (await ann.client.functions.invoke('delete-account', { body: { password } })).data as unknown;
      expect(await remove('wrong password')).toEqual({ outcome: 'wrong_password' });
      expect((await ann.client.rpc('preview_account_deletion')).data).toHaveLength(2);
      expect(await remove(PASSWORD)).toEqual({ outcome: 'deleted' });
      // The request is refused where the database has a `db_pre_request`.
      expect((await ann.client.rpc('list_my_documents')).data ?? []).toEqual([]);
      expect((await ann.client.auth.refreshSession()).error).not.toBeNull();
      const again = contract.visit();
      const refused = await again.auth.signInWithPassword({ email: ann.email, password: PASSWORD });
      expect(refused.error?.code).toBe('invalid_credentials');
      const owned = await bob.client.from('documents').select('id').eq('owner_id', bob.id);
      expect(owned.data).toEqual([{ id: shared }]);
      expect((await bob.client.rpc('document_head', { p_document: alone })).error?.message).toBe('forbidden');
    });
  });
}
