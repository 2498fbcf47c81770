import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConfigError } from '../../../../src/embedded-supabase/node/config.ts';
import { readMailTemplates, readProjectConfig } from '../../../../src/embedded-supabase/node/read-project.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'spolu-project-'));
  mkdirSync(join(dir, 'supabase/templates'), { recursive: true });
});
afterEach(() => rmSync(dir, { recursive: true }));

function read(template: string, content = 'Hello {{ .Email }}') {
  writeFileSync(join(dir, 'supabase/config.toml'), `[auth.email.template.recovery]\n${template}`);
  writeFileSync(join(dir, 'supabase/templates/recovery.html'), content);
  return readMailTemplates(dir, readProjectConfig(dir, {}));
}
const PATH = 'content_path = "./supabase/templates/recovery.html"';
const data = { Email: 'ann@x.test', Token: '123456' };

test('an email has the subject and content of config.toml, with a path relative to the project', () => {
  const { recovery, signup } = read(`subject = "Code {{ .Token }}"\n${PATH}`);
  expect([recovery.subject(data), recovery.content(data)]).toEqual(['Code 123456', 'Hello ann@x.test']);
  expect(signup.subject(data), 'others are GoTrue’s').toBe('Confirm your email');
});

test('only one of the two may be set', () => {
  expect(read(PATH).recovery.subject(data)).toBe('Reset your password');
  expect(read('subject = "Only this"').recovery.content(data)).toContain('123456');
});

test.each([
  [PATH, 'a\n{{ .Emial }}', './supabase/templates/recovery.html, line 2: there is no variable .Emial'],
  ['subject = "{{ if }}"', '', 'auth.email.template.recovery.subject, line 1: {{ if }} is not understood'],
  ['content_path = "./none.html"', '', 'auth.email.template.recovery.content_path: there is no ./none.html'],
])('a mistake is reported at the start: %s', (template, content, message) => {
  expect(() => read(template, content)).toThrow(ConfigError);
  expect(() => read(template, content)).toThrow(message);
});
