/** A real time stamp authority: `openssl ts`, with a root certificate of its own. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CONFIG = `
[req]
distinguished_name = name
prompt = no
[name]
O = Example
CN = Example Time Stamp Authority
[root]
basicConstraints = critical, CA:true
[signer]
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
[tsa]
default_tsa = one
[one]
serial = serial
default_policy = 1.3.6.1.4.1.13762.3
digests = sha256
signer_digest = sha256
ess_cert_id_alg = sha256
`;
const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-config', 'tsa.cnf'];

export interface OpensslAuthority {
  readonly answer: (request: Uint8Array) => Buffer;
  /** The output of `openssl ts -verify`, run as the page of a proof says. */
  readonly verify: (token: Uint8Array, statement: string) => string;
  readonly close: () => void;
}

export function openOpensslAuthority(): OpensslAuthority {
  const folder = mkdtempSync(join(tmpdir(), 'spolu-tsa-'));
  const openssl = (...args: readonly string[]): string => {
    const { error, stdout, stderr } = spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' });
    if (error)
      throw new Error('This test needs openssl (on Debian: apt-get install openssl).', { cause: error });
    return stdout + stderr;
  };
  const write = (name: string, content: string | Uint8Array): void =>
    writeFileSync(join(folder, name), content);
  write('tsa.cnf', CONFIG);
  write('serial', '01');
  openssl(
    'req',
    '-x509',
    ...KEY,
    '-keyout',
    'root.key',
    '-out',
    'authority.pem',
    '-subj',
    '/CN=Root',
    '-extensions',
    'root',
  );
  openssl('req', ...KEY, '-keyout', 'tsa.key', '-out', 'tsa.csr');
  openssl(
    ...['x509', '-req', '-in', 'tsa.csr', '-CA', 'authority.pem', '-CAkey', 'root.key', '-CAcreateserial'],
    ...['-extfile', 'tsa.cnf', '-extensions', 'signer', '-out', 'tsa.pem'],
  );
  return {
    answer: (request) => {
      write('request.tsq', request);
      openssl(
        'ts',
        '-reply',
        ...[
          '-config',
          'tsa.cnf',
          '-queryfile',
          'request.tsq',
          '-signer',
          'tsa.pem',
          '-inkey',
          'tsa.key',
          '-out',
          'reply.tsr',
        ],
      );
      return readFileSync(join(folder, 'reply.tsr'));
    },
    verify: (token, statement) => {
      write('proof.tst', token);
      write('proof.jwt', statement);
      return openssl(
        'ts',
        '-verify',
        '-token_in',
        ...['-in', 'proof.tst', '-data', 'proof.jwt', '-CAfile', 'authority.pem'],
      );
    },
    close: () => rmSync(folder, { recursive: true }),
  };
}
