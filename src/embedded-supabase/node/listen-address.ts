/** Decides which machines can reach this server, and under which host names it may be called. */
import { hostname, networkInterfaces } from 'node:os';
import type { Doors } from '../gateway/gateway.ts';

export interface Address {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** The public address when it is not `http://host:port`, for instance behind a TLS proxy. */
  readonly publicUrl?: string;
}

/** False when only this machine can reach it, so that the well-known keys and an open mailbox are safe. */
export function isPublic(address: Pick<Address, 'host' | 'publicUrl'>): boolean {
  const { host, publicUrl } = address;
  return !isLoopback(host) || (publicUrl !== undefined && !isLoopback(new URL(publicUrl).hostname));
}

export function isLoopback(host: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host);
}

/** The host under which this machine reaches a server that listens on `host`, for a URL. */
export function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

/**
 * Host names for the gateway. Requests may use any name of a public server, as with hosted Supabase. But links in emails must
 * not use a name from the request: they use `publicUrl`, else an address of this machine.
 */
export function openDoors(address: Address): Doors {
  if (!isPublic(address)) return { isTrustedHost: isLoopback, publicOrigin: null };
  const origin = address.publicUrl === undefined ? null : new URL(address.publicUrl).origin;
  return { isTrustedHost: null, publicOrigin: origin ?? `http://${ownName(address.host)}:${address.port}` };
}

function ownName(host: string): string {
  if (host !== '0.0.0.0' && host !== '::') return reachableHost(host);
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return addresses.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? hostname();
}
