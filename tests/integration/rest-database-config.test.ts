/** Settings of the REST service in the database, reread on a notification, as in PostgREST. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openDatabaseConfig } from '../../src/embedded-supabase/rest/database-config.ts';
import { openRestFixture, type RestFixture } from '../support/open-rest-fixture.ts';

let fixture: RestFixture;

beforeAll(async () => {
  fixture = await openRestFixture(`
    create schema extra;
    create table extra.things as select 1 as id;
    grant usage on schema extra to service_role;
    grant select on extra.things to service_role`);
  await fixture.fill();
});
afterAll(async () => await fixture.close());
afterEach(async () => await set('reset all', 'in database postgres reset all'));

async function set(...changes: string[]): Promise<void> {
  for (const change of changes) await fixture.database.query(`alter role authenticator ${change}`);
  await fixture.database.query("notify pgrst, 'reload config'");
}
const countNumbers = async () => ((await (await fixture.get('/numbers')).json()) as unknown[]).length;
const extra = async () => await (await fixture.get('/things', { 'accept-profile': 'extra' })).json();
const refusal = { code: 'PGRST106', hint: 'Only the following schemas are exposed: public, side' };

test('settings of authenticator override config.toml after a notification, until they are reset', async () => {
  expect(await countNumbers()).toBe(20);
  await fixture.database.query("alter role authenticator set pgrst.db_max_rows = '7'");
  await fixture.database.query("notify pgrst, 'reload schema'");
  expect(await countNumbers()).toBe(20);
  await set();
  await expect.poll(countNumbers).toBe(7);
  await set("in database postgres set pgrst.db_max_rows = '5'");
  await expect.poll(countNumbers).toBe(5);
  await set('reset all', 'in database postgres reset all');
  await expect.poll(countNumbers).toBe(20);
});

test('a schema is exposed, and hidden again', async () => {
  expect(await extra()).toMatchObject(refusal);
  await set("set pgrst.db_schemas = 'public, side, extra'");
  await expect.poll(extra).toEqual([{ id: 1 }]);
  await set('reset pgrst.db_schemas');
  await expect.poll(extra).toMatchObject(refusal);
});

test('an invalid setting is ignored', async () => {
  await set(
    "set pgrst.db_max_rows = 'few'",
    "set pgrst.db_schemas = ' '",
    "set pgrst.db_extra_search_path = 'side'",
  );
  const config = openDatabaseConfig(fixture.database, {
    schemas: ['public'],
    extra_search_path: ['public'],
    max_rows: 9,
  });
  const said = {
    schemas: ['public'],
    maxRows: 9,
    extraSearchPath: ['side'],
    aggregatesEnabled: false,
    preRequest: null,
  };
  expect(await config.current()).toEqual(said);
  await set("set pgrst.db_aggregates_enabled = 'true'");
  await expect.poll(config.current).toEqual({ ...said, aggregatesEnabled: true });
  await config.close();
});

test('a function runs before each request, with the claims of the caller, and can refuse it', async () => {
  await fixture.database.query(`
    create function extra.check_request() returns void language plpgsql as $$
    begin
      if current_setting('request.headers')::json ->> 'x-refused' = 'yes' then
        raise sqlstate 'PT401' using message = 'refused';
      end if;
    end $$;
    grant usage on schema extra to anon, authenticated;
    grant execute on function extra.check_request() to anon, authenticated`);
  await set("set pgrst.db_pre_request = 'extra.check_request'");
  const refused = () => fixture.get('/numbers', { 'x-refused': 'yes' });
  await expect.poll(async () => (await refused()).status).toBe(401);
  expect(await (await refused()).json()).toMatchObject({ message: 'refused' });
  expect(await countNumbers()).toBe(20);
  await set('reset pgrst.db_pre_request');
  await expect.poll(async () => (await refused()).status).toBe(200);
});
