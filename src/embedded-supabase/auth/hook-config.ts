/** `[auth.hook.NAME]`: functions of the project that the auth service calls (GoTrue, internal/hooks). */
import { z } from 'zod';

/** The hooks that are run. GoTrue also has `send_email` and `send_sms`, and hooks by HTTP. */
export const HOOK_NAMES = [
  'custom_access_token',
  'before_user_created',
  'mfa_verification_attempt',
  'password_verification_attempt',
] as const;
export type HookName = (typeof HOOK_NAMES)[number];

export interface HookFunction {
  readonly uri: string;
  readonly schema: string;
  readonly name: string;
}

const hook = z.object({ enabled: z.boolean().default(false), uri: z.string().default('') });

const isHookName = (name: string): name is HookName => HOOK_NAMES.some((known) => known === name);

/**
 * Enabled hooks. One that cannot run here is rejected, because a hook that silently does not run would go unnoticed.
 */
export const hooksSchema = z.record(z.string(), hook).transform((hooks, context) => {
  const functions: Partial<Record<HookName, HookFunction>> = {};
  for (const [name, { enabled, uri }] of Object.entries(hooks)) {
    if (!enabled) continue;
    const [, schema, fn] = /^pg-functions:\/\/[^/]+\/(\w+)\/(\w+)$/.exec(uri) ?? [];
    if (!isHookName(name)) refuse(context, name, `The embedded Supabase runs ${HOOK_NAMES.join(', ')} only.`);
    else if (schema === undefined || fn === undefined)
      refuse(
        context,
        name,
        'The embedded Supabase runs functions of the database only: pg-functions://postgres/SCHEMA/NAME.',
      );
    else functions[name] = { uri, schema, name: fn };
  }
  return functions;
});

function refuse(context: z.core.$RefinementCtx, name: string, message: string): void {
  context.addIssue({ code: 'custom', path: [name], message });
}
