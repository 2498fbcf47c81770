import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openAuthority } from '../../../../supabase/functions/_shared/server/time-stamp.ts';
import {
  answerStampRequest,
  openTestAuthority,
  sendReply,
  STAMPED_AT,
  type Answer,
  type TestAuthority,
} from '../../../support/time-stamp-authority.ts';

let authority: TestAuthority;
let reports: string[];

beforeAll(async () => {
  authority = await openTestAuthority();
});
afterAll(() => authority.close());
beforeEach(() => {
  reports = [];
  authority.requests.length = 0;
});

function stamp(answer: Answer, { timeoutMs = 5000, url = authority.url } = {}) {
  authority.answer = answer;
  const edges = { timeoutMs, report: (message: string) => reports.push(message) };
  return openAuthority({ timeStampUrl: url }, edges)!('a.b.c');
}

const granted: Answer = (request, response) => sendReply(response, answerStampRequest(request));

test('the authority receives a hash and a new nonce, and its token comes back', async () => {
  for (let count = 0; count < 2; count += 1)
    expect(await stamp(granted)).toMatchObject({
      atMs: STAMPED_AT.getTime(),
      authority: 'Example Time Stamp Authority',
    });
  const [first, second] = authority.requests;
  expect(first!.headers).toMatchObject({ 'content-type': 'application/timestamp-query' });
  expect(first!.headers).not.toHaveProperty('authorization');
  expect(first!.body).toHaveLength(69);
  expect(first!.body).not.toEqual(second!.body);
  expect(reports).toEqual([]);
});

test('without an authority, no request is sent', () => {
  expect(openAuthority({ timeStampUrl: null })).toBeNull();
});

const answers: readonly (readonly [string, string, Answer])[] = [
  [
    'refuses',
    'refused',
    (request, response) => sendReply(response, answerStampRequest(request, { status: 2 })),
  ],
  [
    'stamps another hash',
    'something else',
    (request, response) =>
      sendReply(
        response,
        answerStampRequest(request, {
          change: ({ messageImprint }) =>
            messageImprint.hashedMessage.valueBlock.valueHexView.set([1, 2, 3], 0),
        }),
      ),
  ],
  [
    'sends an old token',
    'another request',
    (request, response) =>
      sendReply(
        response,
        answerStampRequest(request, { change: ({ nonce }) => nonce!.valueBlock.valueHexView.set([1], 1) }),
      ),
  ],
  [
    'leaves the nonce out',
    'another request',
    (request, response) =>
      sendReply(response, answerStampRequest(request, { change: (asked) => delete asked.nonce })),
  ],
  [
    'sends a page',
    'text/html',
    (_, response) => response.setHeader('content-type', 'text/html').end('<p>Hello'),
  ],
  ['sends a page as a reply', 'refused', (_, response) => sendReply(response, Buffer.from('<p>Hello'))],
  [
    'sends a token without its type',
    'no content type',
    (request, response) => response.end(answerStampRequest(request)),
  ],
  ['sends nothing', 'refused', (_, response) => sendReply(response, Buffer.alloc(0))],
  [
    'fails',
    'status 503',
    (request, response) => {
      response.statusCode = 503;
      sendReply(response, answerStampRequest(request));
    },
  ],
  ['sends too much', 'too large', (_, response) => sendReply(response, Buffer.alloc(64 * 1024 + 1))],
  ['hangs up', 'TypeError', (_, response) => response.destroy()],
  [
    'redirects',
    'TypeError',
    (_, response) => {
      if (authority.requests.length === 1) return response.writeHead(303, { location: '/elsewhere' }).end();
      return sendReply(response, answerStampRequest(new Uint8Array(authority.requests[0]!.body)));
    },
  ],
];

test.each(answers)(
  'an authority that %s gives no time stamp, and the log says why',
  async (_, why, answer) => {
    expect(await stamp(answer)).toBeNull();
    expect(reports).toEqual([expect.stringContaining(why)]);
    expect(authority.requests).toHaveLength(1);
  },
);

test('nobody waits for a slow authority, before or within its reply', async () => {
  const late: Answer = (request, response) => setTimeout(() => granted(request, response), 1000);
  const slow: Answer = (request, response) => {
    const reply = answerStampRequest(request);
    response.setHeader('content-type', 'application/timestamp-reply').write(reply.subarray(0, 20));
    setTimeout(() => response.end(reply.subarray(20)), 1000);
  };
  for (const answer of [late, slow]) {
    reports = [];
    expect(await stamp(answer, { timeoutMs: 100 })).toBeNull();
    expect(reports).toEqual([expect.stringContaining('TimeoutError')]);
  }
});

test('an address without TLS, or none, is refused at the start', () => {
  const open = (timeStampUrl: string) => openAuthority({ timeStampUrl });
  for (const url of ['http://example.com/tsr', 'freetsa.org/tsr', 'ftp://example.com', 'https://', 'yes'])
    expect(() => open(url)).toThrow('TIME_STAMP_URL');
  for (const url of [
    'https://freetsa.org/tsr',
    'http://localhost:1/tsr',
    'http://127.0.0.1:1',
    'http://[::1]:1',
  ])
    expect(open(url)).toBeTypeOf('function');
});
