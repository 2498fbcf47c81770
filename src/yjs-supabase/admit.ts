/**
 * The one gate that every remote update passes before it touches the document (PROTOCOL.md, W4). Here it asks: is it
 * an update at all, is it small enough, and does it only claim to be written by the client that sent it?
 */
import { decodeUpdate } from 'yjs';
import type { IncomingUpdate } from './core/events.ts';

export function admit(update: IncomingUpdate, maxLiveBytes: number): boolean {
  if (update.source === 'live' && update.bytes.length > maxLiveBytes) return false;
  try {
    const { structs } = decodeUpdate(update.bytes);
    return update.clientId === null || structs.every((struct) => struct.id.client === update.clientId);
  } catch (error) {
    // Yjs throws plain errors of several kinds on bytes that are not an update.
    if (error instanceof Error) return false;
    throw error;
  }
}
