import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DATABASE_TYPES, generateDatabaseTypes } from '../support/generate-database-types.ts';

test('the database types are those of the migrations (else: npm run types:database)', async () => {
  expect(readFileSync(DATABASE_TYPES, 'utf8')).toBe(await generateDatabaseTypes());
});
