/**
 * `npm run cost -- --people 10 --hours 160`: estimates a team's monthly usage of hosted Supabase and its cost.
 * `--together N`: users in one document; `--typing 0.2`: share of the time; `--write` updates the table in
 * docs/operations.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { describeTeam, sizingTable, USUAL } from './cost/sizing-table.ts';
import { readArguments } from './read-arguments.ts';

const PAGE = join(import.meta.dirname, '../docs/operations.md');
const BETWEEN = /(?<=<!-- sizing -->\n\n).*?(?=<!-- \/sizing -->)/s;

const text = { type: 'string' } as const;
const { values } = readArguments({
  people: text,
  hours: text,
  together: text,
  typing: text,
  write: { type: 'boolean', default: false },
});
const team = z
  .object({
    people: z.coerce.number().positive(),
    hours: z.coerce.number().positive(),
    together: z.coerce.number().min(1),
    typing: z.coerce.number().min(0).max(1),
  })
  .safeParse({
    people: values.people ?? USUAL.people,
    hours: values.hours ?? USUAL.hours,
    together: values.together ?? USUAL.together,
    typing: values.typing ?? USUAL.typing,
  });

if (values.write) {
  const page = readFileSync(PAGE, 'utf8');
  writeFileSync(
    PAGE,
    page.replace(BETWEEN, () => `${sizingTable()}\n\n`),
  );
} else if (team.success) {
  console.log(describeTeam(team.data));
} else {
  const [issue] = team.error.issues;
  console.error(`--${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
  process.exitCode = 1;
}
