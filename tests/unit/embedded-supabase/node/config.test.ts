import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../../../src/embedded-supabase/node/config.ts';

describe('config.toml', () => {
  it('has the defaults of the CLI when it is empty', () => {
    const config = readConfig('');
    expect(config.api).toMatchObject({
      port: 54321,
      max_rows: 1000,
      extra_search_path: ['public', 'extensions'],
    });
    expect(config.auth).toMatchObject({ jwt_expiry: 3600, minimum_password_length: 6 });
    expect(config.auth.email).toMatchObject({
      max_frequency: 1000,
      otp_length: 6,
      enable_confirmations: false,
    });
    expect(config.storage.file_size_limit).toBe(50 * 1024 * 1024);
    expect(config.db.seed.sql_paths).toEqual(['./seed.sql']);
  });

  it('reads the project’s own file', () => {
    const config = readConfig(
      readFileSync(new URL('../../../../supabase/config.toml', import.meta.url), 'utf8'),
    );
    expect(config.project_id).toBe('spolu');
    expect(config.auth).toMatchObject({ jwt_expiry: 900, minimum_password_length: 10 });
  });

  it('reads sizes, functions and environment variables, and ignores what it does not imitate', () => {
    const text = `
      project_id = "env(NAME)"
      [storage]
      file_size_limit = "5MB"
      [functions.hello]
      verify_jwt = false
      [auth.external.apple]
      enabled = false
      [studio]
      port = 1`;
    const config = readConfig(text, { NAME: 'mine' });
    expect(config.project_id).toBe('mine');
    expect(config.storage.file_size_limit).toBe(5_000_000);
    expect(config.functions['hello']).toEqual({ enabled: true, verify_jwt: false });
  });

  it('lists features that are enabled but not imitated', () => {
    const on =
      '[auth.captcha]\nenabled = true\n[auth.external.apple]\nenabled = true\n[auth.mfa.totp]\nenabled = true\n';
    const off =
      '[auth.sms.twilio]\nenabled = false\n[studio]\nenabled = true\n[auth.mfa.phone]\nenroll_enabled = false';
    expect(readConfig(on + off).notImitated).toEqual(['auth.captcha', 'auth.external.apple']);
    expect(readConfig('').notImitated).toEqual([]);
  });

  it('rejects a hook that would not be run', () => {
    expect(() => readConfig('[auth.hook.send_email]\nenabled = true\nuri = "https://x.test"')).toThrow(
      'supabase/config.toml: auth.hook.send_email: The embedded Supabase runs custom_access_token, before_user_created',
    );
  });

  it('names the place of an invalid setting', () => {
    expect(() => readConfig('[api]\nmax_rows = -1')).toThrow(ConfigError);
    expect(() => readConfig('[api]\nmax_rows = -1')).toThrow(/api\.max_rows/);
    expect(() => readConfig('[api]\nmax_rows =')).toThrow(/line 2/);
    expect(() => readConfig('[storage]\nfile_size_limit = "many"')).toThrow(
      /storage\.file_size_limit.*not a size/,
    );
  });
});
