/**
 * The `[auth]` table of `supabase/config.toml`, with the names and defaults of the Supabase CLI, so that one file
 * serves both. Durations (`"1s"`, `"24h"`) are converted to milliseconds.
 */
import { z } from 'zod';
import { hooksSchema } from './hook-config.ts';
import { parseDuration } from './parse-duration.ts';

const durationMs = z.string().transform((text, context) => {
  const ms = parseDuration(text);
  if (ms !== null) return ms;
  context.issues.push({ code: 'custom', message: `not a duration: ${text}`, input: text });
  return z.NEVER;
});

const passwordRequirements = z.enum([
  '',
  'letters_digits',
  'lower_upper_letters_digits',
  'lower_upper_letters_digits_symbols',
]);

/**
 * A limit that is not set has its default from `rate-limit.ts`, or none where only this machine can reach the server.
 */
const rateLimit = z.object({
  /** Emails per hour for the whole project. Counts only where emails leave the machine (SMTP), as with the CLI. */
  email_sent: z.number().positive().optional(),
  /** Per IP address and hour. */
  anonymous_users: z.number().positive().optional(),
  /** Per IP address and five minutes: every grant of `/token`. */
  token_refresh: z.number().positive().optional(),
  /**
   * Per IP address and five minutes, separately for sign-up, recovery, one-time password, resend and changing a user.
   */
  sign_in_sign_ups: z.number().positive().optional(),
  /** Per IP address and five minutes. */
  token_verifications: z.number().positive().optional(),
});

const sessions = z.object({
  /** Sessions end this long after sign-in. */
  timebox: durationMs.optional(),
  /** Sessions end when they have not been refreshed for this long. */
  inactivity_timeout: durationMs.optional(),
});

const mfa = z.object({
  max_enrolled_factors: z.number().int().positive().default(10),
  totp: z
    .object({ enroll_enabled: z.boolean().default(false), verify_enabled: z.boolean().default(false) })
    .prefault({}),
});

const emailTemplate = z.object({
  subject: z.string().optional(),
  /** Relative to the folder that holds `supabase/`. */
  content_path: z.string().optional(),
});

const email = z.object({
  enable_signup: z.boolean().default(true),
  /** A change of address is confirmed from both the old and the new mailbox. */
  double_confirm_changes: z.boolean().default(true),
  enable_confirmations: z.boolean().default(false),
  /** Changing the password requires a nonce once the session is older than 24 hours. */
  secure_password_change: z.boolean().default(false),
  /** Changing the password requires the current one, except after recovery. */
  require_current_password: z.boolean().default(false),
  /** Minimum time between two emails of one kind to one address. */
  max_frequency: durationMs.prefault('1s'),
  otp_length: z.number().int().min(6).max(10).default(6),
  /** In seconds. */
  otp_expiry: z.number().int().positive().default(3_600),
  /** Keyed by the names of `mail-templates.ts`. */
  template: z.record(z.string(), emailTemplate).default({}),
});

export const authConfigSchema = z.object({
  enabled: z.boolean().default(true),
  site_url: z.string().default('http://127.0.0.1:3000'),
  additional_redirect_urls: z.array(z.string()).default(['https://127.0.0.1:3000']),
  /** Origin of the gateway for links in emails; defaults to the origin of the request. */
  external_url: z.string().optional(),
  /** In seconds. */
  jwt_expiry: z.number().int().positive().max(604_800).default(3_600),
  jwt_issuer: z.string().optional(),
  enable_refresh_token_rotation: z.boolean().default(true),
  /** In seconds. */
  refresh_token_reuse_interval: z.number().int().nonnegative().default(10),
  enable_signup: z.boolean().default(true),
  enable_anonymous_sign_ins: z.boolean().default(false),
  minimum_password_length: z.number().int().min(6).default(6),
  password_requirements: passwordRequirements.default(''),
  rate_limit: rateLimit.prefault({}),
  sessions: sessions.prefault({}),
  email: email.prefault({}),
  mfa: mfa.prefault({}),
  hook: hooksSchema.prefault({}),
});

export type AuthConfig = z.infer<typeof authConfigSchema>;
