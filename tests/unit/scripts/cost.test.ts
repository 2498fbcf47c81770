import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as fc from 'fast-check';
import { HABITS } from '../../../scripts/cost/habits.ts';
import { RATES } from '../../../scripts/cost/measured-rates.ts';
import { PLANS, type Plan, type Unit, type Usage } from '../../../scripts/cost/plans.ts';
import { choosePlan, priceOf, reckonUnbilled, reckonUsage, type Team } from '../../../scripts/cost/reckon.ts';
import { describeTeam, sizingTable, USUAL } from '../../../scripts/cost/sizing-table.ts';

const [free, pro] = PLANS as readonly [Plan, Plan];
const units = Object.keys(free.included) as Unit[];
const usageOf = (team: Team): Usage => reckonUsage(team, RATES, HABITS);
const team = fc.record({
  people: fc.integer({ min: 1, max: 5000 }),
  hours: fc.integer({ min: 1, max: 744 }),
  typing: fc.double({ min: 0, max: 1, noNaN: true }),
  together: fc.integer({ min: 1, max: 50 }),
});

describe('the usage of a team', () => {
  test.each(['people', 'hours', 'typing', 'together'] as const)(
    'never decreases with more of: %s',
    (name) => {
      const more = fc.property(team, fc.double({ min: 1, max: 10, noNaN: true }), (one, factor) => {
        const [before, after] = [usageOf(one), usageOf({ ...one, [name]: one[name] * factor })];
        for (const unit of units) expect(after[unit]).toBeGreaterThanOrEqual(before[unit] * (1 - 1e-12));
        expect(choosePlan(after, PLANS).price).toBeGreaterThanOrEqual(choosePlan(before, PLANS).price);
      });
      fc.assert(more, { numRuns: 200 });
    },
  );

  test('is counted like Supabase does: a message once, and once more per receiver', () => {
    const rates = {
      ...RATES,
      messagesTyping: 1,
      messagesOpening: 0,
      callsTyping: 1,
      callsReading: 0.5,
      callsOpening: 0,
      listMessages: 10,
    };
    const habits = { ...HABITS, listHoursPerHour: 0.5, mailsPerHour: 2 };
    const usage = reckonUsage({ people: 1, hours: 1, typing: 1, together: 5 }, rates, habits);
    expect(usage.messages).toBe(3600 * 5 + 0.5 * 10 * 2);
    expect(usage.functionCalls).toBe(3600 * (1 + 4 * 0.5) + 2);
  });

  test('has mails, and fewer reads of lists than without a topic for each person', () => {
    const { mails, listReads, listReadsWithoutTopic } = reckonUnbilled(USUAL, RATES, HABITS);
    expect(mails).toBe(USUAL.people * USUAL.hours * HABITS.mailsPerHour);
    expect(listReads).toBeGreaterThan(0);
    expect(listReads).toBeLessThan(listReadsWithoutTopic);
    expect(describeTeam(USUAL)).toContain('mails');
  });
});

describe('the cost', () => {
  test.each(units)('the free plan holds its whole allowance of %s, and not one more', (unit) => {
    expect(priceOf(free.included, free)).toMatchObject({ price: 0, above: [] });
    const more = { ...free.included, [unit]: free.included[unit] * 1.0001 };
    expect(priceOf(more, free)).toMatchObject({ price: null, above: [unit] });
    expect(choosePlan(more, PLANS).plan.name).toBe('Pro');
  });

  test.each(units)('usage above the allowance of Pro is billed in whole packages: %s', (unit) => {
    const { size, price } = pro.more?.[unit] ?? expect.fail('Pro sells more');
    const with_ = (extra: number) =>
      priceOf({ ...pro.included, [unit]: pro.included[unit] + extra }, pro).price;
    expect(with_(0)).toBe(25);
    expect(with_(size / 1000)).toBeCloseTo(25 + price);
    expect(with_(size)).toBeCloseTo(25 + price);
    expect(with_(size * 1.5)).toBeCloseTo(25 + 2 * price);
  });

  test('the cheapest plan that holds it is chosen', () => {
    const none = Object.fromEntries(units.map((unit) => [unit, 0])) as Record<Unit, number>;
    expect(choosePlan(none, PLANS)).toMatchObject({ plan: { name: 'Free' }, price: 0 });
    expect(() => choosePlan({ ...none, egressGb: 6 }, [free])).toThrow('no plan');
  });
});

test('the table of docs/operations.md is the current result of npm run cost', () => {
  const page = readFileSync('docs/operations.md', 'utf8');
  // After a change of rates or prices: npm run cost -- --write
  expect(page).toContain(`<!-- sizing -->\n\n${sizingTable()}\n\n<!-- /sizing -->`);
});

test('usage above the allowance of a plan is reported', () => {
  const text = describeTeam({ ...USUAL, people: 50 });
  expect(text).toMatch(/Free +too small \(above its allowance: function calls, Realtime messages/);
  expect(text).toMatch(/Pro +\$\d/);
});
