/** Validation of the sign-in forms. Messages are keys of the `auth` namespace; the form translates them. */
import * as z from 'zod/mini';
import { MAX_NAME_CHARS, MAX_PASSWORD_BYTES, MIN_PASSWORD_CHARS } from '#contract/limits.ts';

export type ProblemKey =
  | 'email'
  | 'emailSame'
  | 'code'
  | 'name'
  | 'nameLong'
  | 'emailTyped'
  | 'passwordMissing'
  | 'passwordShort'
  | 'passwordLong';

const problem = (key: ProblemKey): string => key;

const email = z.pipe(z.string().check(z.trim()), z.email({ error: problem('email') }));

const name = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, { error: problem('name') }),
    z.maxLength(MAX_NAME_CHARS, { error: problem('nameLong') }),
  );

/** The minimum counts code points, the maximum counts the bytes that bcrypt reads. */
const newPassword = z.string().check(
  z.minLength(1, { error: problem('passwordMissing'), abort: true }),
  z.refine((text) => Array.from(text).length >= MIN_PASSWORD_CHARS, {
    error: problem('passwordShort'),
    abort: true,
  }),
  z.refine((text) => new TextEncoder().encode(text).length <= MAX_PASSWORD_BYTES, {
    error: problem('passwordLong'),
  }),
);

/** Pasted codes contain spaces and hyphens; projects may use six to ten digits. */
const code = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text) => text.replaceAll(/[\s-]/g, '')),
  ),
  z.string().check(z.regex(/^\d{6,10}$/, { error: problem('code') })),
);

export const signInSchema = z.object({
  email,
  // An older password may be shorter than today's minimum.
  password: z.string().check(z.minLength(1, { error: problem('passwordMissing') })),
});
export const signUpSchema = z.object({ name, email, password: newPassword });
export const mailSchema = z.object({ email });
export const codeSchema = z.object({ code });
export const newPasswordSchema = z.object({ password: newPassword });
/** `code` is empty unless the server required a mailed one. */
export const changePasswordSchema = z.object({
  currentPassword: z.string(),
  password: newPassword,
  code: z.union([z.literal(''), code]),
});
export const newEmailSchema = (presentEmail: string) =>
  z.object({
    email: email.check(
      z.refine((text) => text.toLowerCase() !== presentEmail.toLowerCase(), { error: problem('emailSame') }),
    ),
  });
/** The user types the address as a deliberate confirmation. */
export const deleteAccountSchema = (presentEmail: string) =>
  z.object({
    typed: z.string().check(
      z.trim(),
      z.refine((text) => text.toLowerCase() === presentEmail.toLowerCase(), {
        error: problem('emailTyped'),
      }),
    ),
    password: z.string().check(z.minLength(1, { error: problem('passwordMissing') })),
  });
export const profileSchema = z.object({ name });
