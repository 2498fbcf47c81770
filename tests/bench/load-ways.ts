/** Opens a document for one user by each of the compared ways. */
import { WebSocket as NodeSocket } from 'ws';
import { WebsocketProvider } from 'y-websocket';
import type { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { SCHEMA_MAJOR } from '#contract/document-schema.ts';
import { fingerprint } from '#contract/fingerprint.ts';
import { createUpdateGate } from '#contract/update-gate.ts';
import { SupabaseProvider } from '#yjs-supabase';
import type { LivePerson } from '../support/open-live-document.ts';
import { countingSocket, type Bytes } from './count-bytes.ts';
import type { Addresses } from './load-servers.ts';

export type Way = 'relay' | 'y-websocket' | 'spolu';
export const WAYS: readonly Way[] = ['relay', 'y-websocket', 'spolu'];

/** Bytes on the sockets of this process, by way. */
export const bytesOf: Readonly<Record<Way, Bytes>> = {
  relay: { up: 0, down: 0 },
  'y-websocket': { up: 0, down: 0 },
  spolu: { up: 0, down: 0 },
};
const RelaySocket = countingSocket(bytesOf.relay);
const YSocket = countingSocket(bytesOf['y-websocket']);
/** For the clients of `openSpolu`. */
export const SpoluSocket = countingSocket(bytesOf.spolu);

export interface Place {
  readonly addresses: Addresses;
  readonly person: LivePerson;
  readonly documentId: string;
  readonly eventsPerSecond: number;
}

export interface Seat {
  readonly doc: Y.Doc;
  readonly awareness: Awareness | null;
  isReady(): boolean;
  /** Reasons why lanes were closed. */
  readonly closed: readonly string[];
  leave(): Promise<void>;
}

export function openSeat(way: Way, place: Place): Seat {
  if (way === 'relay') return openRelay(place);
  return way === 'y-websocket' ? openYWebsocket(place) : openSpolu(place);
}

/** Synchronizes by forwarding updates through the relay. */
function openRelay({ addresses, documentId }: Place): Seat {
  const doc = new Y.Doc();
  const socket = new RelaySocket(`${addresses.relay}/${documentId}`, { perMessageDeflate: false });
  socket.on('message', (data: Buffer) => Y.applyUpdate(doc, new Uint8Array(data), socket));
  doc.on('update', (update: Uint8Array, origin: unknown) => {
    if (origin !== socket) socket.send(update);
  });
  return {
    doc,
    awareness: null,
    closed: [],
    isReady: () => socket.readyState === NodeSocket.OPEN,
    leave: () => {
      socket.close();
      doc.destroy();
      return Promise.resolve();
    },
  };
}

function openYWebsocket({ addresses, documentId }: Place): Seat {
  const doc = new Y.Doc();
  const provider = new WebsocketProvider(addresses.yWebsocket, documentId, doc, {
    // The types of `ws` and of the browser's WebSocket differ in names only.
    WebSocketPolyfill: YSocket as never,
    disableBc: true,
  });
  return {
    doc,
    awareness: provider.awareness,
    closed: [],
    isReady: () => provider.synced,
    leave: () => {
      provider.destroy();
      doc.destroy();
      return Promise.resolve();
    },
  };
}

function openSpolu({ person, documentId, eventsPerSecond }: Place): Seat {
  const doc = new Y.Doc();
  const provider = new SupabaseProvider(person.client, documentId, doc, {
    log: person.log,
    schema: SCHEMA_MAJOR,
    gate: createUpdateGate(),
    fingerprint,
    settings: { eventsPerSecond },
  });
  const closed: string[] = [];
  provider.on('connection-close', (reason) => closed.push(reason));
  return {
    doc,
    awareness: provider.awareness,
    closed,
    isReady: () => provider.view.phase === 'open' && provider.view.live,
    leave: async () => {
      await provider.retire();
      provider.awareness.destroy();
      doc.destroy();
      await person.client.removeAllChannels();
    },
  };
}
