/** Private lanes. */
import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import { laneTopic, type Lane } from '#contract/topics.ts';
import { letIn, newDocument } from '../../support/new-document.ts';
import type { Contract } from './contract.ts';

export function describeRealtime(contract: Contract): void {
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

    /** The reply to a subscription to changes of a table: in the answer to the join, or after it. */
    const listenForChanges = (client: SupabaseClient): Promise<string> =>
      new Promise((resolve) => {
        const channel = client.channel('changes');
        channel.on('system', {}, ({ message }: { message: string }) => resolve(message));
        channel.on('postgres_changes', { event: '*', schema: 'public', table: 'documents' }, () => undefined);
        channel.subscribe((_status, error) => {
          if (error !== undefined) resolve(error.message);
        });
      });

    test('a private lane admits only members; changes of tables are offered to no caller', async () => {
      const [ann, sam] = await Promise.all([contract.signIn(), contract.signIn()]);
      const id = await newDocument(ann.client);
      expect((await join(ann.client, id, 'upd')).status).toBe('SUBSCRIBED');
      const [stranger, said] = await Promise.all([
        join(sam.client, id, 'upd'),
        listenForChanges(contract.visit()),
      ]);
      expect(stranger.status).toBe('CHANNEL_ERROR');
      expect(said).toContain(
        'Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters',
      );
    });

    test('bytes arrive as bytes; a viewer’s bytes do not arrive', async () => {
      const [ann, vera] = await Promise.all([contract.signIn(), contract.signIn()]);
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

    test('presence on ctl shows a person to all others until they leave', async () => {
      const [ann, bob] = await Promise.all([contract.signIn(), contract.signIn()]);
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
      await expect.poll(() => Object.keys(here.channel.presenceState()), { timeout: 5000 }).toEqual(['ann']);
    });

    test('a message of the database reaches the lane', async () => {
      const [ann, bob] = await Promise.all([contract.signIn(), contract.signIn()]);
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
}
