/** Opens the database for the services: prepares roles and service schemas, then keeps two pools. */
import { Client, Pool, type PoolClient, TypeOverrides, types } from 'pg';
import {
  DatabaseAwayError,
  type CallerSettings,
  type Database,
  type Result,
  type Transaction,
} from '../db/database.ts';
import { checkRights } from './missing-rights.ts';
import { derivePassword } from '../keys/derive-password.ts';
import { openListener } from './open-listener.ts';

export interface ServiceSchema {
  /** The name under which it is recorded, e.g. `auth`. */
  readonly name: string;
  /** Idempotent SQL, run in one transaction when it, or a schema before it, has changed. */
  readonly sql: string;
}

export interface DatabaseOptions {
  /** Connection string of a superuser, or of a role that passes `checkRights`. */
  readonly url: string;
  /** Applied in this order. The first one creates the roles and determines the project's own. */
  readonly schemas: readonly ServiceSchema[];
  /** Connections for callers (default 12) and for the services' own work (default 8). */
  readonly callerConnections?: number;
  readonly serviceConnections?: number;
  /** Receives errors of idle connections that broke, and of a channel that had to be reopened. */
  readonly onTrouble?: (error: Error) => void;
}

export interface OpenedDatabase extends Database {
  /**
   * The project's own database URL, used for migrations: the role `postgres`, which is no superuser. If the role that
   * opened the database cannot create it, that role itself.
   */
  readonly projectUrl: string;
  pools(): readonly PoolState[];
}

export interface PoolState {
  readonly name: 'services' | 'callers';
  readonly total: number;
  readonly idle: number;
  /** Requests that wait for a connection. */
  readonly waiting: number;
}

/**
 * Rows come back as `pg` parses them (`bigint` as text, `timestamptz` as Date, json parsed). Only `timestamp` without
 * zone and `date` stay text, because a Date would interpret them in this machine's zone.
 */
const typeParsers = new TypeOverrides();
typeParsers.setTypeParser(types.builtins.TIMESTAMP, String);
typeParsers.setTypeParser(types.builtins.DATE, String);

/**
 * Throws `MissingRightsError`, and when the server cannot be reached or a schema cannot be applied; leaves nothing
 * open.
 */
export async function openDatabase(options: DatabaseOptions): Promise<OpenedDatabase> {
  const trouble = (error: Error) => options.onTrouble?.(isAway(error) ? asAway(error) : error);
  const projectRole = await prepare(options);
  const urlAs = async (role: string) => {
    const url = new URL(options.url);
    url.username = role;
    url.password = await derivePassword(options.url, role);
    return url.href;
  };
  const services = openPool(options.url, options.serviceConnections ?? 8, trouble);
  const callers = openPool(await urlAs('authenticator'), options.callerConnections ?? 12, trouble);
  const listener = openListener(options.url, trouble);
  const roleSettings = new Map<string, Promise<Readonly<Record<string, string>>>>();

  return {
    url: options.url,
    projectUrl: await urlAs(projectRole),
    query: (text, values) => query(services, text, values),
    transaction: (work) =>
      withClient(services, async (client) => {
        await client.query('begin');
        return await finish(client, work, 'commit');
      }),
    asCaller: async (settings, work) => {
      const role = settings.claims?.role ?? 'anon';
      const known = roleSettings.get(role) ?? readRoleSettings(services, role);
      roleSettings.set(role, known);
      const own = await known.catch((error: unknown) => {
        roleSettings.delete(role);
        throw error;
      });
      return await withClient(callers, async (client) => {
        await beginAsCaller(client, role, own, settings);
        return await finish(client, work, settings.rollback ? 'rollback' : 'commit');
      });
    },
    listen: listener.listen,
    pools: () => [stateOf('services', services), stateOf('callers', callers)],
    close: async () => {
      await Promise.all([services.end(), callers.end(), listener.close()]);
    },
  };
}

function openPool(url: string, max: number, onTrouble: (error: Error) => void): Pool {
  // Pipelined: `begin` and the caller's settings go out in one packet.
  const pool = new Pool({ connectionString: url, max, types: typeParsers, keepAlive: true, pipeline: true });
  // While ending, the pool releases connections before they are closed; late server errors do not matter.
  pool.on('error', (error) => {
    if (!pool.ending) onTrouble(error);
  });
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

function stateOf(name: PoolState['name'], pool: Pool): PoolState {
  return { name, total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount };
}

type Queryable = Pick<PoolClient, 'query'>;

async function query<Row>(
  on: Queryable | Pool,
  text: string,
  values?: readonly unknown[],
): Promise<Result<Row>> {
  const result = await on.query(text, values === undefined ? undefined : [...values]).catch(throwAway);
  return { rows: result.rows as Row[], rowCount: result.rowCount ?? 0 };
}

/** A connection that had an unexpected error is not reused. */
async function withClient<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch(throwAway);
  let broken: Error | undefined;
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    return await work(client);
  } catch (error) {
    if (error instanceof UnusableConnection) broken = error;
    throw error instanceof UnusableConnection ? error.cause : error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}

/** Error codes of sockets and of PostgreSQL (class 57) for a server that stopped, crashed or is starting. */
const AWAY = /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|57P0[123])$/;
const LOST = /^(Connection terminated|Client has encountered a connection error)/;

const isAway = (error: Error): boolean =>
  ('code' in error && AWAY.test(String(error.code))) || LOST.test(error.message);

const asAway = (error: Error): DatabaseAwayError => new DatabaseAwayError(error.message, { cause: error });

function throwAway(error: unknown): never {
  throw error instanceof Error && isAway(error) ? asAway(error) : error;
}

class UnusableConnection extends Error {}

async function finish<T>(
  client: PoolClient,
  work: (tx: Transaction) => Promise<T>,
  end: 'commit' | 'rollback',
): Promise<T> {
  try {
    const value = await work({ query: (text, values) => query(client, text, values) });
    await client.query(end);
    return value;
  } catch (error) {
    await client.query('rollback').catch(() => {
      throw new UnusableConnection('rollback failed', { cause: error });
    });
    throw error;
  }
}

/**
 * The role is set first, so that the token's role has no influence on anything before it. `set role` does not apply the
 * role's own settings (`alter role … set statement_timeout`), so they are applied here, as PostgREST does.
 */
async function beginAsCaller(
  client: PoolClient,
  role: string,
  roleSettings: Readonly<Record<string, string>>,
  settings: CallerSettings,
): Promise<void> {
  const claims = settings.claims ?? { role };
  const local: Record<string, string> = {
    role,
    ...roleSettings,
    'request.jwt.claims': JSON.stringify(claims),
    'request.jwt.claim.sub': claims.sub ?? '',
    'request.jwt.claim.role': role,
    ...settings.settings,
  };
  const names = Object.keys(local);
  const calls = names.map((_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, true)`);
  const began = client.query(settings.readOnly ? 'begin read only' : 'begin');
  const set = client.query(
    `select ${calls.join(', ')}`,
    names.flatMap((name) => [name, local[name]]),
  );
  const [, outcome] = await Promise.allSettled([began, set]);
  await began;
  if (outcome.status === 'fulfilled') return;
  await client.query('rollback');
  throw outcome.reason;
}

async function readRoleSettings(pool: Pool, role: string): Promise<Readonly<Record<string, string>>> {
  const found = await query<{ setting: string }>(
    pool,
    'select unnest(rolconfig) as setting from pg_roles where rolname = $1',
    [role],
  );
  const pairs = found.rows.map(({ setting }) => {
    const at = setting.indexOf('=');
    return [setting.slice(0, at), setting.slice(at + 1)] as const;
  });
  return Object.fromEntries(pairs);
}

/**
 * Only one server at a time prepares a database, so that two servers starting on one `DATABASE_URL` do not race.
 * Returns the project's role.
 */
async function prepare(options: DatabaseOptions): Promise<string> {
  const client = new Client({ connectionString: options.url });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock(hashtext('embedded-supabase'))");
    await checkRights(client);
    let isChanged = false;
    for (const schema of options.schemas) isChanged = await applySchema(client, schema, isChanged);
    const { rows } = await client.query<{ role: string }>('select embedded.project_role() as role');
    const projectRole = rows[0]?.role ?? '';
    for (const role of ['authenticator', projectRole]) await setPassword(client, options.url, role);
    return projectRole;
  } finally {
    await client.end();
  }
}

/** Returns whether the schema was applied now. Later schemas build on it and must then be applied too. */
async function applySchema(client: Client, schema: ServiceSchema, isForced: boolean): Promise<boolean> {
  const sha256 = await hash(schema.sql);
  const table = await client.query("select to_regclass('embedded.applied_schema') is not null as there");
  if (!isForced && table.rows[0]?.there === true) {
    const applied = await client.query('select sha256 from embedded.applied_schema where name = $1', [
      schema.name,
    ]);
    if (applied.rows[0]?.sha256 === sha256) return false;
  }
  try {
    await client.query('begin');
    await client.query(schema.sql);
    await client.query(
      `insert into embedded.applied_schema (name, sha256) values ($1, $2)
       on conflict (name) do update set sha256 = excluded.sha256, applied_at = now()`,
      [schema.name, sha256],
    );
    await client.query('commit');
    return true;
  } catch (error) {
    await client.query('rollback');
    throw new Error(`The schema of the service ${schema.name} could not be applied.`, { cause: error });
  }
}

/** `alter role` takes no parameters, so the server quotes the password. */
async function setPassword(client: Client, url: string, role: string): Promise<void> {
  if (decodeURIComponent(new URL(url).username) === role) return;
  const statement = await client.query<{ text: string }>(
    "select format('alter role %I login password %L', $1::text, $2::text) as text",
    [role, await derivePassword(url, role)],
  );
  const text = statement.rows[0]?.text;
  if (text !== undefined) await client.query(text);
}

async function hash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Buffer.from(digest).toString('hex');
}
