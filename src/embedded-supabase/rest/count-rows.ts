/**
 * `Prefer: count=…`: `exact` counts every row, `planned` uses the planner's estimate, `estimated` counts up to
 * `max_rows` first.
 */
import { z } from 'zod';
import type { Transaction } from '../db/database.ts';
import { type BuildContext, buildCount } from './build-read.ts';
import type { Backend } from './caller-request.ts';
import { Parameters } from './parameters.ts';
import type { ReadNode } from './plan-read.ts';
import type { Preferences } from './prefer.ts';

const explained = z.object({
  rows: z.tuple([
    z.object({
      'QUERY PLAN': z.tuple([
        z.object({ Plan: z.object({ Plans: z.array(z.object({ 'Plan Rows': z.number() })).min(1) }) }),
      ]),
    }),
  ]),
});

/** SQL of the count that is returned with the rows. */
export function chooseCount(
  node: ReadNode,
  context: BuildContext,
  wanted: Preferences['count'],
  maxRows: number,
): string | null {
  if (wanted === 'exact') return buildCount(node, context, null);
  return wanted === 'estimated' ? buildCount(node, context, maxRows + 1) : null;
}

/** @param counted the count of `chooseCount`. */
export async function estimateTotal(
  tx: Transaction,
  node: ReadNode,
  { catalogue, limits }: Backend,
  wanted: Preferences['count'],
  counted: number | null,
): Promise<number | null> {
  const isEnough = wanted === 'exact' || (counted !== null && counted <= limits.maxRows);
  if (wanted === null || isEnough) return counted;
  const parameters = new Parameters();
  const text = buildCount(node, { catalogue, parameters }, null);
  const plan = explained.parse(await tx.query(`EXPLAIN (FORMAT JSON) ${text}`, parameters.values));
  // The plan's node below the count has the estimate of the counted rows.
  const rows = plan.rows[0]['QUERY PLAN'][0].Plan.Plans[0]?.['Plan Rows'] ?? 0;
  return Math.max(Math.round(rows), counted ?? 0);
}
