import { expect, test } from 'vitest';
import { describeDatabaseError } from '../../../../src/embedded-supabase/rest/database-error.ts';

const statusOf = (code: string, message = 'x', authenticated = true) =>
  describeDatabaseError(Object.assign(new Error(message), { code }), authenticated)?.status;

test.each([
  ['23505', 409],
  ['23503', 409],
  ['23502', 400],
  ['25006', 405],
  ['42883', 404],
  ['42P01', 404],
  ['42P17', 500],
  ['P0001', 400],
  ['P0002', 500],
  ['PT402', 402],
  ['PT999', 500],
  ['PTxyz', 500],
  ['40001', 500],
  ['53300', 503],
  ['57014', 500],
  ['28000', 403],
  ['22P02', 400],
])('SQLSTATE %s is answered with %i', (code, status) => {
  expect(statusOf(code)).toBe(status);
});

test('a missing privilege depends on the caller’s role; a missing role is 401', () => {
  expect([statusOf('42501', 'x', true), statusOf('42501', 'x', false)]).toEqual([403, 401]);
  expect(statusOf('22023', 'role "x" does not exist')).toBe(401);
  expect(statusOf('22023', 'something else')).toBe(400);
});

test('a lost server is 503; a bug gets no reply', () => {
  expect(statusOf('ECONNREFUSED')).toBe(503);
  expect(describeDatabaseError(new TypeError('x is not a function'), true)).toBeNull();
});

test('a whole reply raised in SQL must be valid', () => {
  const raise = (message: string, detail?: string) =>
    describeDatabaseError(Object.assign(new Error(message), { code: 'PGRST', detail }), true);
  const good = raise('{"code":"1","message":"m"}', '{"status":418,"headers":{"X-A":"b"}}');
  expect(good).toMatchObject({ status: 418, code: '1', message: 'm', headers: { 'X-A': 'b' } });
  expect(raise('no json', '{}')).toMatchObject({ status: 500, code: 'PGRST121' });
  expect(raise('{"code":"1","message":"m"}')).toMatchObject({
    code: 'PGRST121',
    details: 'DETAIL is missing in the RAISE statement',
  });
});
