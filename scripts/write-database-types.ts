/** `npm run types:database`: regenerates the app's database types from the migrations. */
import { writeFileSync } from 'node:fs';
import { DATABASE_TYPES, generateDatabaseTypes } from '../tests/support/generate-database-types.ts';

writeFileSync(DATABASE_TYPES, await generateDatabaseTypes());
