/** Rows, as policies and grants let them be seen. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { newDocument } from '../../support/new-document.ts';
import type { Contract } from './contract.ts';

export function describeRest(contract: Contract): void {
  describe('rest', () => {
    test('rows that a policy hides do not exist; columns and tables without a grant are refused', async () => {
      const [ann, sam] = await Promise.all([contract.signIn(), contract.signIn()]);
      const id = await newDocument(ann.client);
      const own = await ann.client.from('documents').select('id, title, members(role)').eq('id', id).single();
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
      expect(await contract.visit().from('documents').select('id')).toMatchObject({
        status: 401,
        error: { code: '42501' },
      });
    });

    test('counts, ranges, order, filters, updates that return rows', async () => {
      const { client, id } = await contract.signIn();
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
      const { client } = await contract.signIn();
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

    test('aggregates are refused in a table, an embed and the result of a write; a bare count is allowed', async () => {
      const { client, id } = await contract.signIn();
      await newDocument(client);
      const refusal = {
        status: 400,
        error: {
          code: 'PGRST123',
          message: 'Use of aggregate functions is not allowed',
          details: null,
          hint: null,
        },
      };
      expect(await client.from('documents').select('count()')).toMatchObject(refusal);
      expect(await client.from('documents').select('id, title.max()')).toMatchObject(refusal);
      expect(await client.from('documents').select('id, members(count())')).toMatchObject(refusal);
      const write = client.from('profiles').update({ name: 'Ann Lee' }).eq('id', id);
      expect(await write.select('name.max()')).toMatchObject(refusal);
      expect((await client.from('profiles').select('name').eq('id', id).single()).data).toEqual({
        name: 'Ann',
      });
      const counted = await client.from('documents').select('members(count)');
      expect(counted.data).toEqual([{ members: [{ count: 1 }] }]);
    });

    test('text that cannot be stored is refused, and no failure of the service', async () => {
      const { client, id } = await contract.signIn();
      const rename = (name: string) => client.from('profiles').update({ name }).eq('id', id);
      expect(await rename('a\u0000b')).toMatchObject({ status: 400, error: { code: '22P05' } });
      expect(await rename('a\ud800b')).toMatchObject({ status: 400, error: { code: '22P02' } });
      expect((await client.from('profiles').select('name').eq('name', 'a\u0000b')).status).toBe(400);
    });
  });
}
