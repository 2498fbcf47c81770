/**
 * The REST service: PostgREST's API over the project's schemas, in the subset named in the README. One transaction per
 * request, with the caller's role and claims. SQL is built only from catalogue names and parameters.
 */
import type { Database } from '../db/database.ts';
import type { RequestContext, Service } from '../service.ts';
import type { Claims, TokenFailure, Tokens } from '../keys/tokens.ts';
import { answerRoutine } from './answer-routine.ts';
import { answerTable } from './answer-table.ts';
import { ApiError, mayBeStale } from './api-error.ts';
import type { Backend, CallerRequest } from './caller-request.ts';
import type { Catalogue } from './catalogue.ts';
import { type DatabaseConfig, openDatabaseConfig, type RestConfig } from './database-config.ts';
import { describeDatabaseError } from './database-error.ts';
import { openCatalogue } from './open-catalogue.ts';
import { quoteQualified } from './quote-identifier.ts';
import { readRequest } from './read-request.ts';
import { refuseRoot } from './refusals.ts';
import { makeErrorReply } from './reply.ts';

export interface RestOptions {
  readonly database: Database;
  readonly tokens: Tokens;
  readonly config: RestConfig;
}

export interface Rest {
  readonly service: Service;
  readonly close: () => Promise<void>;
}

/** The returned service answers every expected failure itself. If it throws, that is a bug. */
export function createRest({ database, tokens, config }: RestOptions): Rest {
  const settings = openDatabaseConfig(database, config);
  const catalogue = openCatalogue(database, async () => (await settings.current()).schemas);

  const backendFor = (request: CallerRequest, known: Catalogue, limits: DatabaseConfig): Backend => ({
    catalogue: known,
    limits,
    run: (readOnly, work) =>
      database.asCaller({ claims: request.claims, readOnly, settings: request.settings }, async (tx) => {
        const { preRequest } = limits;
        if (preRequest) await tx.query(`select ${quoteQualified(preRequest.schema, preRequest.name)}()`);
        return await work(tx);
      }),
  });

  const answerFresh = async (request: CallerRequest, limits: DatabaseConfig): Promise<Response> => {
    const known = await catalogue.current();
    try {
      return await answer(request, backendFor(request, known, limits));
    } catch (error) {
      if (!mayBeStale(error)) throw error;
      const fresh = await catalogue.refresh(known);
      if (fresh === known) throw error;
      return await answer(request, backendFor(request, fresh, limits));
    }
  };

  const service: Service = async (request, context) => {
    let role = 'anon';
    try {
      const claims = await authenticate(tokens, context);
      role = claims?.role ?? 'anon';
      const current = await settings.current();
      return await answerFresh(await readRequest(request, claims, current), current);
    } catch (error) {
      const described = describeDatabaseError(error, role !== 'anon');
      if (described === null) throw error;
      return makeErrorReply(described, request.method);
    }
  };
  const close = async () => {
    await Promise.all([catalogue.close(), settings.close()]);
  };
  return { service, close };
}

async function answer(request: CallerRequest, backend: Backend): Promise<Response> {
  switch (request.target.kind) {
    case 'root':
      throw refuseRoot();
    case 'table':
      return await answerTable(request, request.target.name, backend);
    case 'routine':
      return await answerRoutine(request, request.target.name, backend);
  }
}

async function authenticate(tokens: Tokens, { token }: RequestContext): Promise<Claims | null> {
  if (token === null) return null;
  const verified = await tokens.verify(token);
  if (verified.ok) return verified.claims;
  throw refuseToken(token, verified.reason);
}

function refuseToken(token: string, reason: TokenFailure): ApiError {
  const { code, message, details } = describeToken(token, reason);
  const challenge = `Bearer error="invalid_token", error_description=${JSON.stringify(message)}`;
  return new ApiError({ status: 401, code, message, details, headers: { 'www-authenticate': challenge } });
}

function describeToken(
  token: string,
  reason: TokenFailure,
): { code: string; message: string; details?: string } {
  switch (reason) {
    case 'expired':
      return { code: 'PGRST303', message: 'JWT expired' };
    case 'claims':
      return { code: 'PGRST303', message: 'Parsing claims failed' };
    case 'signature': {
      const details = 'None of the keys was able to decode the JWT';
      return { code: 'PGRST301', message: 'No suitable key or wrong key type', details };
    }
    case 'malformed': {
      if (token === '') return { code: 'PGRST301', message: 'Empty JWT is sent in Authorization header' };
      const parts = token.split('.').length;
      const message =
        parts === 3 ? 'JWT cryptographic operation failed' : `Expected 3 parts in JWT; got ${parts}`;
      return { code: 'PGRST301', message };
    }
  }
}
