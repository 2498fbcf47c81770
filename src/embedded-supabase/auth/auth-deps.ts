import type { Context } from 'hono';
import { z } from 'zod';
import type { Database } from '../db/database.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { RequestContext } from '../service.ts';
import type { Tokens } from '../keys/tokens.ts';
import type { AfterAnswer } from './after-answer.ts';
import type { AuthConfig } from './auth-config.ts';
import type { MailTemplates } from './mail-templates.ts';

/** Dependencies of the auth service. Time and randomness are injected, so that tests control them. */
export interface AuthDeps {
  readonly database: Database;
  readonly tokens: Tokens;
  readonly config: AuthConfig;
  readonly mailer: Mailer;
  readonly mailTemplates: MailTemplates;
  readonly afterAnswer: AfterAnswer;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly random: (length: number) => Uint8Array;
  /** Receives every failure that is answered with a 500. Without it such failures are thrown to the gateway. */
  readonly report?: (error: unknown) => void;
}

export interface AuthEnv {
  Bindings: RequestContext;
}

/** The sender of a request. */
export interface Caller {
  /** Null when the peer's address is not an IP address. */
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly origin: string;
}

const ipAddress = z.union([z.ipv4(), z.ipv6()]);

export function describeCaller(c: Context<AuthEnv>): Caller {
  const ip = ipAddress.safeParse(c.env.ip);
  return {
    ip: ip.success ? ip.data : null,
    userAgent: c.req.header('User-Agent') ?? null,
    origin: c.env.origin,
  };
}
