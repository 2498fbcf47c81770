import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { MIN_PASSWORD_CHARS } from '#contract/limits.ts';
import { readConfig } from '../../../src/embedded-supabase/node/config.ts';

test('the server has the password rules of the app, and requires no kinds of characters', () => {
  const { auth } = readConfig(readFileSync('supabase/config.toml', 'utf8'));
  expect(auth).toMatchObject({
    minimum_password_length: MIN_PASSWORD_CHARS,
    password_requirements: '',
    enable_anonymous_sign_ins: false,
    jwt_expiry: 900,
    email: { require_current_password: true, double_confirm_changes: true },
  });
});

/** `supabase config push` applies the settings in the file and keeps the project's other settings. */
const auth = z.looseObject({
  site_url: z.string().optional(),
  additional_redirect_urls: z.array(z.string()).optional(),
  email: z.looseObject({ enable_confirmations: z.boolean().optional() }),
});
const pushed = z.object({
  auth,
  remotes: z.record(z.string(), z.object({ project_id: z.string().regex(/^[a-z]{20}$/), auth })),
});

test('config push loosens nothing and points no mail at a loopback address, with or without [remotes]', () => {
  const { auth: base, remotes } = pushed.parse(parse(readFileSync('supabase/config.toml', 'utf8')));
  const local = ['site_url', 'additional_redirect_urls', 'enable_signup', 'password_requirements'];
  for (const name of local) expect(base).not.toHaveProperty(name);
  const ofMails = ['enable_signup', 'enable_confirmations', 'max_frequency', 'secure_password_change'];
  for (const name of ofMails) expect(base.email).not.toHaveProperty(name);
  expect(Object.keys(remotes)).toEqual(['production']);
  for (const remote of Object.values(remotes)) {
    expect(remote.auth.email.enable_confirmations).toBe(true);
    expect(remote.auth).not.toHaveProperty('enable_signup');
    const addresses = [remote.auth.site_url, ...(remote.auth.additional_redirect_urls ?? [])];
    for (const address of addresses) expect(address).toMatch(/^https:\/\/(?!localhost|127\.|\[)/);
  }
});
