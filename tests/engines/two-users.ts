/** Story of two users in one document, one of them in Czech. It is the same in every engine. */
import { randomBytes } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { LANGUAGE_NAMES } from '../../src/app/i18n/language.ts';
import type { Line } from '../e2e/open-line.ts';
import { PASSWORD } from '../support/open-account.ts';
import { TEXT, htmlOf, linesOf, reads, readsBoth, saveStateOf } from './page-text.ts';
import type { User } from './user.ts';

/** HTML copied from another site. */
export const SOURCE =
  '<p>Read <a href="https://example.org/news">the <b>news</b></a> first.</p><ul><li>one<li>two</ul>';

export interface Scene {
  readonly ann: User;
  readonly bob: User;
  /** The line between Ann and the server. */
  readonly line: Line;
  /** URL of a page with `SOURCE`. */
  readonly site: string;
  /** A PNG of 640 by 640 pixels. */
  readonly picture: string;
  readonly takePicture: (user: User, name: string) => Promise<void>;
}

export async function playTwoUsers(scene: Scene): Promise<void> {
  const { bob, takePicture } = scene;
  const path = await test.step('sign up, share', () => begin(scene));
  await test.step('type at once', () => typeAtOnce(scene));
  await test.step('undo and redo', () => undo(scene));
  await test.step('paste', () => paste(scene, path));
  await test.step('image', () => insertImage(scene));
  await test.step('table', () => writeInTable(scene));
  await test.step('composition', () => compose(scene));
  await test.step('restore a version', () => restore(scene));
  await test.step('offline and back', () => goOffline(scene));
  await test.step('reload', () => reload(scene));
  await takePicture(bob, 'document');
  await test.step('sign out', () => signOut(scene, path));
}

async function begin({ ann, bob, takePicture }: Scene): Promise<string> {
  await signUp(ann, 'Ann');
  await bob.open('/sign-up');
  await bob.click({ role: 'button', name: LANGUAGE_NAMES.cs });
  await takePicture(bob, 'sign-up');
  const email = await signUp(bob, 'Božena');
  await ann.click({ role: 'button', name: ann.text('documents:create') });
  await ann.enter({ role: 'textbox', name: ann.text('editor:title') }, 'Plan');
  await ann.press('Enter');
  await ann.type('Start.');
  await waitUntilSaved(ann);
  await ann.click({ role: 'button', name: ann.text('documentPage:share') });
  await ann.enter({ label: ann.text('sharing:email'), within: '[role=dialog]' }, email);
  await ann.click({ role: 'button', name: ann.text('sharing:add'), within: '[role=dialog]' });
  await ann.see({ label: ann.text('sharing:roleOf', { name: email }), within: '[role=dialog]' });
  await takePicture(ann, 'share');
  await ann.press('Escape');
  const path = await ann.run(() => location.pathname);
  await bob.open(path);
  await readsBoth([ann, bob], ['Start.']);
  return path;
}

async function signUp(user: User, name: string): Promise<string> {
  const email = `${randomBytes(6).toString('hex')}@example.com`;
  if ((await user.run(() => location.pathname)) !== '/sign-up') await user.open('/sign-up');
  await user.enter({ label: user.text('account:name') }, name);
  await user.enter({ label: user.text('auth:email') }, email);
  await user.enter({ label: user.text('auth:password') }, PASSWORD);
  await user.click({ role: 'button', name: user.text('account:signUp.submit') });
  await user.see({ role: 'button', name: user.text('documents:create') });
  return email;
}

async function typeAtOnce({ ann, bob }: Scene): Promise<void> {
  await bob.click({ css: TEXT });
  await bob.press('Control+Home');
  await goToEnd(ann);
  await Promise.all([
    ann.type(' Ann adds words at the end, and they take a while.'),
    bob.type('Příliš žluťoučký kůň úpěl ďábelské ódy. '),
  ]);
  const whole =
    'Příliš žluťoučký kůň úpěl ďábelské ódy. Start. Ann adds words at the end, and they take a while.';
  await readsBoth([ann, bob], [whole]);
}

async function undo({ ann, bob }: Scene): Promise<void> {
  const [before] = await linesOf(ann);
  // The pause is longer than that within one undo step.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  await bob.type('Omyl. ');
  await ann.type(' More.');
  const whole = before?.replace('Start.', 'Omyl. Start.');
  await readsBoth([ann, bob], [`${whole} More.`]);
  await pressUntil(bob, 'Control+z', `${before} More.`);
  await readsBoth([ann, bob], [`${before} More.`]);
  await pressUntil(bob, 'Control+Shift+z', `${whole} More.`);
  await readsBoth([ann, bob], [`${whole} More.`]);
}

/** Once is enough, unless a busy machine stalled between two keys: a burst of typing ends after half a second. */
async function pressUntil(user: User, keys: string, wanted: string): Promise<void> {
  for (let presses = 0; presses < 3; presses++) {
    const [line] = await linesOf(user);
    if (line === wanted) return;
    await user.press(keys);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

/** Copies from a page of another site, by the clipboard of the system. */
async function paste({ ann, bob, site }: Scene, path: string): Promise<void> {
  await bob.window.open(site);
  await bob.press('Control+a');
  await bob.press('Control+c');
  await bob.open(path);
  await goToEnd(bob);
  await bob.press('Enter');
  await bob.press('Control+v');
  for (const user of [ann, bob]) {
    await reads(user, (lines) => lines.slice(1), ['Read the news first.', 'onetwo']);
    await expect.poll(() => htmlOf(user, 'a')).toContain('href="https://example.org/news"');
    await expect.poll(() => htmlOf(user, 'a strong')).toContain('news');
  }
}

async function insertImage({ ann, bob, picture }: Scene): Promise<void> {
  await goToEnd(ann);
  await ann.press('Enter');
  await ann.press('Enter');
  await ann.window.chooseFile('input[type=file][accept*="image/png"]', picture);
  for (const user of [ann, bob]) {
    const width = (): Promise<number> =>
      user.run(
        (css) =>
          document.querySelector<HTMLImageElement>(`${css} img:not(.ProseMirror-separator)`)?.naturalWidth ??
          0,
        TEXT,
      );
    await expect.poll(width).toBe(640);
  }
}

async function writeInTable({ ann, bob }: Scene): Promise<void> {
  await goToEnd(bob);
  await bob.click({ role: 'button', name: bob.text('editor:command.table') });
  await bob.see({ css: `${TEXT} table` });
  await bob.type('Jméno');
  await bob.press('Tab');
  await bob.type('Věk');
  await ann.click({ css: `${TEXT} tr:last-child > :first-child` });
  await Promise.all([ann.type('Ann stays in her cell'), bob.type(' a výška')]);
  await waitUntilSaved(ann);
  await waitUntilSaved(bob);
  for (const user of [ann, bob]) {
    const cells = (): Promise<string[]> =>
      user.run(
        (css) => [...document.querySelectorAll(`${css} :is(th, td)`)].map((cell) => cell.textContent),
        TEXT,
      );
    const written = async () => (await cells()).map((cell) => cell.replaceAll('\u2060', '')).filter(Boolean);
    await expect.poll(written).toEqual(['Jméno', 'Věk a výška', 'Ann stays in her cell']);
  }
}

/** Bob composes while Ann types before him. */
async function compose({ ann, bob }: Scene): Promise<void> {
  await bob.click({ css: `${TEXT} > p:first-child` });
  await bob.press('End');
  await ann.click({ css: `${TEXT} > p:first-child` });
  await ann.press('Control+Home');
  await bob.window.compose('ě', () => ann.type('At once. '));
  await bob.type('!');
  await reads(ann, ([first]) => [first?.slice(0, 9), first?.slice(-2)], ['At once. ', 'ě!']);
  await readsBoth([ann, bob], await linesOf(bob));
}

async function restore({ ann, bob, takePicture }: Scene): Promise<void> {
  // A version is made on the server, of the saved text.
  await Promise.all([waitUntilSaved(ann), waitUntilSaved(bob)]);
  const before = await linesOf(ann);
  await ann.click({ role: 'button', name: ann.text('history:title') });
  await ann.enter({ label: ann.text('history:name') }, 'Before Bob');
  await ann.click({ role: 'button', name: ann.text('history:save') });
  await ann.see({ text: 'Before Bob' });
  await bob.click({ css: `${TEXT} > p:first-child` });
  await bob.press('Control+Home');
  await bob.type('Později. ');
  await readsBoth([ann, bob], [`Později. ${before[0]}`, ...before.slice(1)]);
  await waitUntilSaved(bob);
  await ann.click({ text: 'Before Bob' });
  const preview = (): Promise<[text: string | undefined, width: number | undefined]> =>
    ann.run(() => {
      const shown = document.querySelector('.document-text.is-read-only');
      return [shown?.textContent, shown?.querySelector<HTMLImageElement>('img[src]')?.naturalWidth];
    });
  await expect.poll(preview).toEqual([expect.stringContaining('news'), 640]);
  await takePicture(ann, 'history');
  await ann.click({ role: 'button', name: ann.text('history:restore') });
  await ann.click({ role: 'button', name: ann.text('history:restore'), within: '[role=dialog]' });
  await readsBoth([ann, bob], before);
}

async function goOffline({ ann, bob, line, takePicture }: Scene): Promise<void> {
  const [first = '', ...rest] = await linesOf(bob);
  await bob.click({ css: `${TEXT} > p:first-child` });
  await bob.press('Control+Home');
  await ann.click({ css: `${TEXT} > p:first-child` });
  await ann.press('End');
  line.cut();
  await Promise.all([ann.type(' Without a line.'), bob.type('Mezitím. ')]);
  await expect.poll(() => saveStateOf(ann), { timeout: 40_000 }).toContain(ann.text('presence:offline'));
  await takePicture(ann, 'offline');
  line.repair();
  await readsBoth([ann, bob], [`Mezitím. ${first} Without a line.`, ...rest], 60_000);
  await waitUntilSaved(ann);
}

async function reload({ ann, bob }: Scene): Promise<void> {
  const lines = await linesOf(ann);
  await waitUntilSaved(bob);
  await Promise.all([ann.window.reload(), bob.window.reload()]);
  await readsBoth([ann, bob], lines);
}

async function signOut({ ann, bob, takePicture }: Scene, path: string): Promise<void> {
  for (const [user, name] of [
    [ann, 'Ann'],
    [bob, 'Božena'],
  ] as const) {
    await user.open('/documents');
    await user.see({ role: 'link', name: 'Plan' });
    await takePicture(user, `list of ${name}`);
    await user.click({ role: 'button', name: user.text('common:self', { name }) });
    await user.click({ role: 'button', name: user.text('common:signOut') });
    await user.see({ role: 'button', name: user.text('auth:signIn.submit') });
    await user.open(path);
    await user.see({ role: 'button', name: user.text('auth:signIn.submit') });
    expect(await user.run((css) => document.querySelector(css) === null, TEXT)).toBe(true);
  }
}

async function goToEnd(user: User): Promise<void> {
  await user.click({ css: `${TEXT} > :last-child` });
  await user.press('Control+End');
}

const waitUntilSaved = (user: User): Promise<void> =>
  expect.poll(() => saveStateOf(user)).toContain(user.text('presence:saved'));
