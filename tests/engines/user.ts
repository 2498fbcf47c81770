/** A user at a window: finds parts of the page as they are called on the screen, clicks, types at human speed, reads. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Language } from '../../src/app/i18n/language.ts';
import { resources } from '../../src/app/i18n/resources.ts';
import { startI18n } from '../../src/app/i18n/start-i18n.ts';
import { expect } from '@playwright/test';
import type { BrowserWindow, InputAction } from './browser-window.ts';
import { find, type Part } from './find.ts';

const KEY_MS = 60;
/** Code points of keys without a character, from the WebDriver specification. */
const KEYS: Readonly<Record<string, string>> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Escape: '\uE00C',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
};
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

  /** Waits for the part and clicks its middle. */
  async click(part: Part): Promise<void> {
    const at = await this.#locate(part);
    await this.window.act([
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

  async fill(part: Part, text: string): Promise<void> {
    await this.click(part);
    await this.press('Control+a');
    await this.type(text);
  }

  async type(text: string): Promise<void> {
    await this.#keys(
      [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'pause', duration: KEY_MS / 2 },
        { type: 'keyUp', value },
        { type: 'pause', duration: KEY_MS / 2 },
      ]),
    );
  }

  /** Keys joined by +, as in `Control+Shift+z`. */
  async press(chord: string): Promise<void> {
    const values = chord.split('+').map((key) => KEYS[key] ?? key);
    await this.#keys([
      ...values.map((value): InputAction => ({ type: 'keyDown', value })),
      { type: 'pause', duration: KEY_MS },
      ...values.toReversed().map((value): InputAction => ({ type: 'keyUp', value })),
    ]);
  }

  async see(part: Part): Promise<void> {
    await this.#locate(part);
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

  #keys(actions: readonly InputAction[]): Promise<void> {
    return this.window.act([{ type: 'key', id: 'keyboard', actions }]);
  }
}
