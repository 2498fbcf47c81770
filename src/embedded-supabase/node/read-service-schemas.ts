/** The SQL of the embedded services' schemas, in the order in which it is applied. */
import { existsSync, readFileSync } from 'node:fs';
import type { ServiceSchema } from './open-database.ts';

const FILES = {
  roles: '../db/roles.sql',
  mail: '../mail/schema.sql',
  auth: '../auth/schema.sql',
  rest: '../rest/schema.sql',
  storage: '../storage/schema.sql',
  realtime: '../realtime/schema.sql',
  'project role': '../db/project-role.sql',
  supautils: '../db/supautils.sql',
};

export function readServiceSchemas(): ServiceSchema[] {
  return Object.entries(FILES).flatMap(([name, path]) => {
    const url = new URL(path, import.meta.url);
    return existsSync(url) ? [{ name, sql: readFileSync(url, 'utf8') }] : [];
  });
}
