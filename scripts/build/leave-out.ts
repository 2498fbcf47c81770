import type { Plugin } from 'vite';

/** Exports functions that throw when called. */
const nothing = (names: readonly string[]): string =>
  [
    'const leftOut = function () { throw new Error("This part is left out of the build"); };',
    ...names.map((name) => `export const ${name} = leftOut;`),
  ].join('\n');

/** Replacement code by importing package and imported module. */
const PARTS = [
  {
    importer: '/@supabase/supabase-js/',
    source: '@supabase/storage-js',
    code: 'export class StorageClient {}\nexport class StorageApiError extends Error {}',
  },
  {
    importer: '/@supabase/auth-js/',
    source: './lib/webauthn',
    code: `${nothing([
      'createCredential',
      'deserializeCredentialCreationOptions',
      'deserializeCredentialRequestOptions',
      'getCredential',
      'serializeCredentialCreationResponse',
      'serializeCredentialRequestResponse',
      'browserSupportsWebAuthn',
      'webAuthnAbortService',
    ])}\nexport class WebAuthnApi {}`,
  },
  {
    importer: '/@supabase/auth-js/',
    source: './lib/web3/ethereum',
    code: nothing(['createSiweMessage', 'fromHex', 'getAddress', 'toHex']),
  },
  {
    importer: '/@supabase/realtime-js/',
    source: './lib/websocket-factory',
    code: 'export default { getWebSocketConstructor: () => WebSocket };',
  },
  {
    importer: '/@tanstack/query-core/',
    source: './infiniteQueryBehavior.js',
    code: nothing(['infiniteQueryBehavior', 'hasNextPage', 'hasPreviousPage']),
  },
  {
    importer: '/@tiptap/starter-kit/',
    source: '@tiptap/extension-link',
    code: 'export const Link = null;',
  },
  {
    importer: '/@tiptap/starter-kit/',
    source: '@tiptap/extensions',
    code: nothing(['Dropcursor', 'Gapcursor', 'TrailingNode', 'UndoRedo']),
  },
  {
    importer: '/@tiptap/y-tiptap/',
    source: 'lib0/hash/sha256',
    code: nothing(['digest']),
  },
  {
    importer: '/@tiptap/react/',
    source: 'fast-equals',
    code: "export { equalityDeep as deepEqual } from 'lib0/function';",
  },
  {
    importer: '/lib0/dom.js',
    source: './schema.js',
    code: 'export const $custom = () => null;',
  },
  {
    importer: '/yjs/',
    source: 'lib0/logging',
    code: `export const print = (...words) => console.warn(...words.filter(Boolean));
      export const warn = print;
      export const [ORANGE, BOLD, UNBOLD, RED] = [];`,
  },
];

const PREFIX = '\0left-out:';

/**
 * Replaces parts of libraries that the app never calls, which a bundler cannot find out. Supabase: Storage (the app uses
 * plain requests), passkeys, wallets and sockets of older Node versions. TanStack Query: infinite queries. Tiptap: its
 * link, undo and trailing node, which are switched off, and a deep comparison, which lib0 has too. The binding: names of
 * marks that overlap themselves, which the schema lacks. lib0: type checks of its DOM helpers, and coloured logs.
 */
export const leaveOut = (): Plugin => ({
  name: 'leave-out',
  apply: 'build',
  enforce: 'pre',
  async resolveId(source, importer = '', options) {
    if (source === 'react-router') {
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      // The package exports its development build by default.
      return found && { ...found, id: found.id.replace('/dist/development/', '/dist/production/') };
    }
    const part = PARTS.find((one) => one.source === source && importer.includes(one.importer));
    return part ? `${PREFIX}${part.source}` : null;
  },
  load(id) {
    return PARTS.find(({ source }) => id === `${PREFIX}${source}`)?.code ?? null;
  },
});
