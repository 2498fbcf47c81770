import { describe, expect, it } from 'vitest';
import {
  isLoopback,
  isPublic,
  openDoors,
  reachableHost,
} from '../../../../src/embedded-supabase/node/listen-address.ts';

describe('an address', () => {
  it.each(['localhost', '127.0.0.1', '127.8.8.8', '::1', '[::1]', 'app.localhost'])(
    '%s is loopback',
    (host) => {
      expect(isLoopback(host)).toBe(true);
    },
  );
  it.each(['0.0.0.0', '::', '10.0.0.1', 'localhost.evil.test', '127.0.0.1.evil.test', 'evil.test', ''])(
    '%s is not loopback',
    (host) => {
      expect(isLoopback(host)).toBe(false);
    },
  );

  it('is public when others can reach it, directly or by a proxy', () => {
    expect(isPublic({ host: '127.0.0.1' })).toBe(false);
    expect(isPublic({ host: '0.0.0.0' })).toBe(true);
    expect(isPublic({ host: '127.0.0.1', publicUrl: 'https://spolu.test' })).toBe(true);
    expect(isPublic({ host: '127.0.0.1', publicUrl: 'http://localhost:3000' })).toBe(false);
  });

  it('on a public server gives links an origin that a caller cannot choose', () => {
    const proxied = openDoors({ host: '127.0.0.1', port: 3000, publicUrl: 'https://spolu.test/x' });
    expect(proxied).toEqual({ isTrustedHost: null, publicOrigin: 'https://spolu.test' });
    expect(openDoors({ host: '10.0.0.1', port: 3000 }).publicOrigin).toBe('http://10.0.0.1:3000');
    expect(openDoors({ host: '0.0.0.0', port: 3000 }).publicOrigin).not.toContain('0.0.0.0');
    expect(openDoors({ host: '::1', port: 3000 }).isTrustedHost?.('evil.test')).toBe(false);
  });

  it('is formatted for a URL', () => {
    expect(['0.0.0.0', '::', '::1', 'localhost'].map(reachableHost)).toEqual([
      '127.0.0.1',
      '127.0.0.1',
      '[::1]',
      'localhost',
    ]);
  });
});
