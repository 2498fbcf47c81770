/** Bytes that a client may send to a port by mistake or on purpose: broken HTTP, broken upgrades, broken frames. Seeded. */
import { createRandom } from './random.ts';

export interface RawCase {
  readonly chunks: readonly Buffer[];
  /** `half`: ends its own direction and goes on reading. */
  readonly ending: 'half' | 'reset' | 'wait';
}

const METHODS = ['GET', 'POST', 'PUT', 'OPTIONS', 'HEAD', 'CONNECT', 'PRI', 'get', '', 'G\0T', 'Ž'];
const TARGETS = [
  ...[
    '/',
    '//',
    '///',
    '/\\',
    '//[',
    '*',
    '',
    'x',
    '?',
    '/?#',
    '/%00',
    '/%zz',
    '/..%2f..%2fetc',
    'http://',
    'http://[/',
  ],
  ...[
    '/realtime/v1/websocket',
    '/auth/v1/token',
    '/auth/v1/token?grant_type=',
    '/rest/v1/documents?select=((',
    '/inbox',
  ],
  ...[
    '/storage/v1/object/x',
    '/functions/v1/',
    '/functions/v1/__proto__',
    '/rest/v1/rpc/x',
    '/healthz',
    `/${'a'.repeat(20_000)}`,
  ],
];
const VERSIONS = ['HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9.9', 'http/1.1', ''];
const HOSTS = [
  '127.0.0.1',
  'localhost',
  '[[[',
  '',
  'a b',
  'user@127.0.0.1',
  '127.0.0.1:99999',
  '[::1',
  '::',
  '\x7f',
  'x'.repeat(300),
];
const HEADERS = [
  ...[
    'Content-Length: 5',
    'Content-Length: -1',
    'Content-Length: 99999999999999999999',
    'Content-Length: x',
    'Expect: 100-continue',
  ],
  ...[
    'Transfer-Encoding: chunked',
    'Transfer-Encoding: x',
    'Connection: close',
    'Connection: upgrade, close',
    'Upgrade: h2c',
  ],
  ...[
    'Origin: null',
    'Origin: https://[',
    'Origin: https://evil.test',
    'Authorization: Bearer',
    'Authorization: Bearer a.b.c',
  ],
  ...[
    'X-Request-Id: \x01',
    'X-Forwarded-For: ,,,',
    'Accept-Encoding: gzip;q=x',
    'Range: bytes=9-1',
    'Cookie: =;=',
    ': x',
    'x',
    ' folded',
  ],
  ...[
    'Content-Type: multipart/form-data',
    'Content-Type: application/json',
    'Prefer: count=planned',
    `X: ${'y'.repeat(20_000)}`,
    '__proto__: x',
  ],
];
const BODIES = [
  '',
  '{',
  '[]',
  '{"a":',
  'null',
  '5\r\nhello\r\n0\r\n\r\n',
  'zz\r\n',
  '-1\r\n',
  '\0\0\0\0',
  '['.repeat(20_000),
];
const TEXTS = [
  ...[
    '',
    '{}',
    '[]',
    'null',
    '[1,2,3,4,5]',
    '["1","1","phoenix","heartbeat",{}]',
    '[null,null,"realtime:x","phx_join",null]',
  ],
  ...[
    '["1","1","realtime:x","phx_join",{"config":{"broadcast":1,"presence":"x","private":"y"},"access_token":7}]',
  ],
  ...[
    '["1","1","realtime:__proto__","phx_join",{"config":[]}]',
    '["1","2","realtime:x","broadcast",{"event":{},"payload":[]}]',
  ],
  ...[
    '["1","3","realtime:x","presence",{"event":"track","payload":null}]',
    '["1","4","realtime:x","access_token",{}]',
  ],
  ...[
    '["1","5","realtime:x","phx_leave",{}]',
    '["1","6","realtime:\\u0000","phx_join",{}]',
    '{"topic":"x"}',
    '['.repeat(50_000),
  ],
];

/** The same seed gives the same bytes. `apikey` opens a socket. */
export function makeRawCase(seed: number, apikey: string): RawCase {
  const random = createRandom(seed);
  const below = (end: number): number => Math.floor(random() * end);
  const pick = <T>(from: readonly T[]): T => from[below(from.length)]!;
  const noise = (most: number): Buffer => Buffer.from(Array.from({ length: below(most) }, () => below(256)));

  const headers = (most: number): string =>
    Array.from({ length: below(most) }, () => `${pick(HEADERS)}\r\n`).join('');
  const request = (): Buffer => {
    const line = [pick(METHODS), pick(TARGETS), pick(VERSIONS)].join(below(10) === 0 ? '  ' : ' ');
    return Buffer.from(`${line}\r\nHost: ${pick(HOSTS)}\r\n${headers(4)}\r\n${pick(BODIES)}`, 'latin1');
  };
  const upgrade = (isSound: boolean): Buffer => {
    const path = `/realtime/v1/websocket?apikey=${apikey}&vsn=${pick(['1.0.0', '2.0.0', '2.0.0', 'x'])}`;
    const key = isSound ? 'dGhlIHNhbXBsZSBub25jZQ==' : pick(['', 'x', 'dGhlIHNhbXBsZSBub25jZQ==']);
    const version = isSound ? '13' : pick(['13', '8', 'x', '-1']);
    const lines = [
      'Connection: Upgrade',
      'Upgrade: websocket',
      `Sec-WebSocket-Key: ${key}`,
      `Sec-WebSocket-Version: ${version}`,
    ];
    const target = isSound ? path : pick([path, ...TARGETS]);
    const host = isSound ? '127.0.0.1' : pick(HOSTS);
    return Buffer.from(
      `GET ${target} HTTP/1.1\r\nHost: ${host}\r\n${lines.join('\r\n')}\r\n${isSound ? '' : headers(3)}\r\n`,
      'latin1',
    );
  };
  const frame = (): Buffer => {
    const payload = below(3) === 0 ? noise(60) : Buffer.from(pick(TEXTS));
    if (below(6) === 0) return Buffer.concat([Buffer.from([below(256), below(256)]), noise(30)]);
    const opcode = pick([1, 1, 1, 2, 0, 8, 9, 10, 3]);
    return encodeFrame(
      (below(5) > 0 ? 0x80 : 0) | opcode,
      opcode === 2 ? Buffer.concat([Buffer.from([3]), payload]) : payload,
    );
  };
  const makers = [
    () => [noise(300)],
    () => [request()],
    () => [request(), request()],
    () => [upgrade(false)],
    () => [upgrade(true), ...Array.from({ length: 1 + below(4) }, frame)],
  ];
  const chunks = pick(makers)().filter(({ length }) => length > 0);
  const isCut = below(5) === 0;
  const last = chunks.at(-1);
  if (isCut && last) chunks.splice(-1, 1, last.subarray(0, below(last.length)));
  return { chunks, ending: pick(['half', 'reset', 'wait']) };
}

/** A client's frame, masked with zeros. */
function encodeFrame(first: number, payload: Buffer): Buffer {
  const { length } = payload;
  const size = length < 126 ? [0x80 | length] : [0x80 | 126, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([first, ...size, 0, 0, 0, 0]), payload.subarray(0, 65_535)]);
}
