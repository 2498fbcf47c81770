/** Calls a hook of the project with GoTrue's role, time limit and messages of refusal. */
import { z } from 'zod';
import type { AuthDeps, Caller } from './auth-deps.ts';
import { AuthError } from './errors.ts';
import type { HookFunction, HookName } from './hook-config.ts';

const TIMEOUT_MS = 2_000;

/** GoTrue's names of the hooks in its requests. */
const METADATA_NAMES: Readonly<Record<HookName, string>> = {
  custom_access_token: 'customize-access-token',
  before_user_created: 'before-user-created',
  mfa_verification_attempt: 'mfa-verification',
  password_verification_attempt: 'password-verification',
};

interface Occasion {
  readonly name: HookName;
  readonly caller: Caller;
  readonly event: Readonly<Record<string, unknown>>;
}

const refusalShape = z.object({
  error: z.object({ http_code: z.int().min(400).max(599).default(500), message: z.string().min(1) }),
});

/** A verdict on an attempt to sign in. */
export const verdictShape = z.object({
  decision: z.string().default('continue'),
  message: z.string().default(''),
  should_logout_user: z.boolean().default(false),
});

/**
 * Returns the hook's answer, or null when the project has no hook of this name. The hook's changes are committed,
 * whatever happens later. Throws `AuthError`: the hook's own refusal, or a 500 when it fails or exceeds two seconds.
 */
export async function runHook<T>(
  deps: AuthDeps,
  { name, caller, event }: Occasion,
  shape: z.ZodType<T>,
): Promise<T | null> {
  const hook = deps.config.hook[name];
  if (hook === undefined) return null;
  const time = new Date(deps.clock()).toISOString();
  const metadata = {
    uuid: crypto.randomUUID(),
    time,
    name: METADATA_NAMES[name],
    ip_address: caller.ip ?? '',
  };
  const answer = await call(deps, hook, { metadata, ...event });
  const refusal = refusalShape.safeParse(answer);
  if (refusal.success) {
    const { http_code: status, message } = refusal.data.error;
    throw new AuthError(status, status === 500 ? 'unexpected_failure' : 'unknown', message);
  }
  const parsed = shape.safeParse(answer);
  if (parsed.success) return parsed.data;
  throw new AuthError(500, 'unexpected_failure', 'Error unmarshaling JSON output.', { cause: parsed.error });
}

async function call(deps: AuthDeps, hook: HookFunction, event: object): Promise<unknown> {
  try {
    return await deps.database.transaction(async (tx) => {
      await tx.query(`set local statement_timeout to ${TIMEOUT_MS}`);
      // Letters, digits and underscores only: see `hook-config.ts`.
      const { rows } = await tx.query<{ answer: unknown }>(
        `select "${hook.schema}"."${hook.name}"($1) as answer`,
        [JSON.stringify(event)],
      );
      return rows[0]?.answer;
    });
  } catch (cause) {
    throw new AuthError(500, 'unexpected_failure', `Error running hook URI: ${hook.uri}`, { cause });
  }
}
