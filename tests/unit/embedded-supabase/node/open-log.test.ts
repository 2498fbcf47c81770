import { expect, test } from 'vitest';
import { readRequestId, routeOf } from '../../../../src/embedded-supabase/node/observe-requests.ts';
import { openLog } from '../../../../src/embedded-supabase/node/open-log.ts';

function open(isJson: boolean) {
  const lines: string[] = [];
  const log = openLog({
    isJson,
    now: () => Date.UTC(2026, 10, 25, 12),
    print: (line) => lines.push(line),
    printError: (line) => lines.push(`! ${line}`),
  });
  return { log, lines };
}
const answered = {
  requestId: 'from-the-proxy-1',
  method: 'POST',
  route: '/functions/v1/append-updates',
  status: 200,
  durationMs: 12.3,
};

test('for users: sentences, and the request in which an error occurred', () => {
  const { log, lines } = open(false);
  log.say('Spolu is running at http://127.0.0.1:3000');
  log.error('It broke for jana@example.com.', 'from-the-proxy-1');
  log.fromFunction('{"level":"error","message":"no such row","requestId":"abcdefgh"}');
  log.fromFunction('a plain line');
  log.request(answered);
  expect(lines).toEqual([
    'Spolu is running at http://127.0.0.1:3000',
    '! Request from-the-proxy-1: It broke for [address].',
    '[functions] Request abcdefgh: no such row',
    '[functions] a plain line',
  ]);
});

test('for programs: one object per line, with time, level, message and the request', () => {
  const { log, lines } = open(true);
  log.say('Applied 2 files.');
  log.error(new Error('two\nlines'), 'from-the-proxy-1');
  log.fromFunction('{"level":"error","message":"no such row","requestId":"abcdefgh"}');
  log.fromFunction('{"not": "ours"}');
  log.request(answered);
  const time = '2026-11-25T12:00:00.000Z';
  const [said, failed, ...rest] = lines.map((line): unknown => JSON.parse(line));
  expect(said).toEqual({ time, level: 'info', message: 'Applied 2 files.' });
  expect(failed).toMatchObject({ time, level: 'error', requestId: 'from-the-proxy-1' });
  expect(rest).toEqual([
    { time, level: 'error', message: 'no such row', source: 'functions', requestId: 'abcdefgh' },
    { time, level: 'info', message: '{"not": "ours"}', source: 'functions' },
    { ...answered, time, level: 'info', message: 'request', durationMs: 12 },
  ]);
});

test('text from users writes no line of its own and moves no cursor', () => {
  const evil = 'no document “x\nSpolu is running at http://evil.example\u001b[1A\u009b2K\u202e”';
  for (const isJson of [false, true]) {
    const { log, lines } = open(isJson);
    log.say(evil);
    log.error(new Error(evil));
    log.fromFunction(JSON.stringify({ level: 'error', message: evil }));
    log.fromFunction(evil.replace('\n', '\r'));
    log.request({ ...answered, route: `/rest/v1/${evil}` });
    expect(lines.length).toBe(isJson ? 5 : 4);
    expect(
      lines
        .join('\n')
        .split('\n')
        .filter((line) => line.startsWith('Spolu')),
    ).toEqual([]);
    expect(lines.join('')).not.toMatch(/(?!\n)[\p{Cc}\p{Zl}\p{Bidi_Control}]/u);
    if (isJson) expect(JSON.parse(lines[0]!)).toMatchObject({ message: evil });
  }
});

test('a request id is accepted only in the form of an id', () => {
  expect(readRequestId('0b0f6a86-51a5-4f4e-8d0e-0a3f5a5dd0f1')).not.toBeNull();
  expect(readRequestId('Root=1.abc')).toBeNull();
  for (const value of [
    'short',
    'x'.repeat(65),
    'jana@example.com',
    'line\nbreak',
    '{"a":1}aaaa',
    undefined,
    ['a'],
  ])
    expect(readRequestId(value)).toBeNull();
});

test('the log contains only the kind of request from a path', () => {
  expect(routeOf('/rest/v1/rpc/append_updates?p=1')).toBe('/rest/v1/rpc/append_updates');
  expect(routeOf('/storage/v1/object/sign/document-images/a/b.png?token=t')).toBe('/storage/v1/object/sign');
  expect(routeOf('/')).toBe('/');
});
