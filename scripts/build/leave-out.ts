import type { Plugin } from 'vite';

/** Throws when it is called after all. */
const nothing = (names: readonly string[]): string =>
  [
    'const leftOut = function () { throw new Error("This part of supabase-js is left out of the build"); };',
    ...names.map((name) => `export const ${name} = leftOut;`),
  ].join('\n');

/** What imports which part, and the words of the part that stand in for it. */
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
];

const PREFIX = '\0left-out:';

/**
 * Files (which have an interface of their own here), passkeys and wallets: the client of Supabase takes them along on
 * every page, and no bundler can see that nobody calls them.
 */
export const leaveOut = (): Plugin => ({
  name: 'leave-out',
  apply: 'build',
  enforce: 'pre',
  resolveId(source, importer = '') {
    const part = PARTS.find((one) => one.source === source && importer.includes(one.importer));
    return part ? `${PREFIX}${part.source}` : null;
  },
  load(id) {
    return PARTS.find(({ source }) => id === `${PREFIX}${source}`)?.code ?? null;
  },
});
