import { expect, test } from 'vitest';
import { InOrder } from '../../../../src/yjs-supabase/src/provider/in-order.ts';
import { Later } from '../../../fuzz/later.ts';

test('results are used in the order of their requests, and a failure holds back nothing (W12d, W12f)', () => {
  const order = new InOrder();
  const used: string[] = [];
  const results = ['a', 'b', 'c'].map((name) => {
    const later = new Later<string>();
    order.add(
      later,
      (value) => used.push(value),
      () => used.push(`no ${name}`),
    );
    return later;
  });
  results[2]?.resolve('c');
  results[1]?.reject(new Error('failed'));
  expect([used, order.size]).toEqual([[], 3]);
  results[0]?.resolve('a');
  expect([used, order.size]).toEqual([['a', 'no b', 'c'], 0]);
});

test('an exception of a user propagates after the results behind were used', () => {
  const order = new InOrder();
  const used: number[] = [];
  const [first, second] = [new Later<number>(), new Later<number>()];
  const fail = (error: unknown): never => {
    throw error;
  };
  order.add(first, () => fail(new Error('of a listener')), fail);
  order.add(second, (value) => used.push(value), fail);
  second.resolve(2);
  expect(() => first.resolve(1)).toThrow('of a listener');
  expect(used).toEqual([2]);
});
