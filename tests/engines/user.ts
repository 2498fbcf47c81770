/** A user at a window: finds parts of the page as they are called on the screen, clicks, types at human speed, reads. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Language } from '#contract/languages.ts';
import { resources } from '../../src/app/i18n/resources.ts';
import { startI18n } from '../../src/app/i18n/start-i18n.ts';
import { expect } from '@playwright/test';
import type { BrowserWindow } from './browser-window.ts';
import { find, type Part } from './find.ts';
import { chord, typing } from './keys.ts';

const LIBRARY = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
);

export class User {
  readonly window: BrowserWindow;
  readonly #url: string;
  readonly #translate: (key: string, values: object) => string;

  constructor(window: BrowserWindow, url: string, language: Language) {
    this.window = window;
    this.#url = url;
    this.#translate = startI18n(language, resources).t as (key: string, values: object) => string;
  }

  /** A text of the interface in the user's language. */
  text(key: string, values: object = {}): string {
    return this.#translate(key, values);
  }

  open(path: string): Promise<void> {
    return this.window.open(`${this.#url}${path}`);
  }

  /** Runs a function in the page. It sees its arguments and nothing else; both ways, values are JSON. */
  async run<Arguments extends readonly unknown[], Result>(
    inPage: (...args: Arguments) => Result | Promise<Result>,
    ...args: Arguments
  ): Promise<Result> {
    const source = `async (json) => JSON.stringify((await (${inPage.toString()})(...JSON.parse(json))) ?? null)`;
    return JSON.parse(await this.window.run(source, JSON.stringify(args)));
  }

  /** Waits for the part and clicks its middle. Clicks again if it moved away at that moment. */
  async click(part: Part): Promise<void> {
    for (let tries = 0; tries < 3; tries++) {
      await this.#press(await this.#locate(part));
      if (await this.run(() => document.documentElement.dataset['hit'] !== 'no')) return;
    }
    throw new Error(`It moves away: ${JSON.stringify(part)}`);
  }

  async enter(part: Part, text: string): Promise<void> {
    await this.click(part);
    await this.press('Control+a');
    await this.type(text);
  }

  type(text: string): Promise<void> {
    return this.window.act([typing(text)]);
  }

  /** Keys joined by +, as in `Control+Shift+z`. */
  press(keys: string): Promise<void> {
    return this.window.act([chord(keys)]);
  }

  async see(part: Part): Promise<void> {
    await this.#locate(part);
  }

  #press(at: { readonly x: number; readonly y: number }): Promise<void> {
    return this.window.act([
      {
        type: 'pointer',
        id: 'mouse',
        parameters: { pointerType: 'mouse' },
        actions: [
          { type: 'pointerMove', ...at, duration: 50 },
          { type: 'pointerDown', button: 0 },
          { type: 'pause', duration: 40 },
          { type: 'pointerUp', button: 0 },
        ],
      },
    ]);
  }

  /** Retries until the part is in the window, does not move, and is not covered. */
  async #locate(part: Part): Promise<{ x: number; y: number }> {
    let last = '';
    await expect
      .poll(
        async () => {
          const found = await this.#find(part);
          const isStill = JSON.stringify(found) === last;
          last = JSON.stringify(found);
          return 'problem' in found ? found.problem : isStill ? '' : 'it moves';
        },
        { message: JSON.stringify(part), intervals: [50, 100, 200] },
      )
      .toBe('');
    return JSON.parse(last);
  }

  async #find(part: Part): Promise<ReturnType<typeof find>> {
    if (!(await this.run(() => 'TestingLibraryDom' in globalThis)))
      await this.window.run(`() => { ${LIBRARY}; return '' }`, '');
    return this.run(find, part);
  }
}
