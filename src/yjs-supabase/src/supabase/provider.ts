/** The provider over a supabase-js client: live over private Realtime channels, durable over a log. */
import type { Doc } from 'yjs';
import type { ProviderOptions } from '../provider/provider-options.ts';
import { openWebSignatures } from '../ports/signatures.ts';
import { Provider } from '../provider/provider.ts';
import { openSupabaseChannels, type RealtimeHost } from './channel.ts';
import { checkSocket } from './socket.ts';

export type SupabaseProviderOptions = Omit<ProviderOptions, 'openChannel'>;

/**
 * Connects a `Y.Doc` to a document. Pass an empty doc and show it once `synced` is true. `destroy()` disconnects it for
 * good; so does destroying the doc.
 */
export class SupabaseProvider extends Provider {
  readonly #client: RealtimeHost;

  constructor(client: RealtimeHost, documentId: string, doc: Doc, options: SupabaseProviderOptions) {
    super(documentId, doc, {
      checkSocket: () => checkSocket(client.realtime),
      resetSocket: () => void client.realtime.disconnect(),
      signatures: openWebSignatures(crypto.subtle),
      ...options,
      openChannel: openSupabaseChannels(client),
    });
    this.#client = client;
  }

  override wake(): void {
    super.wake();
    checkSocket(this.#client.realtime);
  }
}
