import type { TestSupabase } from './start-test-supabase.ts';

/** Makes all of the project's timestamps older. Triggers are off, because they would treat this as users' changes. */
export async function letTimePass(
  { database }: Pick<TestSupabase, 'database'>,
  interval: string,
): Promise<void> {
  await database.query(PASS.replaceAll('INTERVAL', interval));
}

const PASS = `
  do $$
  declare
    stamped record;
  begin
    set local session_replication_role = replica;
    for stamped in
      select format('%I.%I', c.table_schema, c.table_name) as name,
        string_agg(format('%1$I = %1$I - interval ''INTERVAL''', c.column_name), ', ') as changes
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.data_type = 'timestamp with time zone' and t.table_type = 'BASE TABLE'
        and (c.table_schema in ('public', 'private') or c.table_schema = 'storage' and c.table_name = 'objects')
      group by 1
    loop
      execute format('update %s set %s', stamped.name, stamped.changes);
    end loop;
  end $$`;
