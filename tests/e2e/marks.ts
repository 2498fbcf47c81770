/** Words that can be found again, typed key by key. */
import { setTimeout as wait } from 'node:timers/promises';
import { expect, type Page } from '@playwright/test';
import type { ReadText } from './server-text.ts';

export interface Mark {
  readonly word: string;
  /** When its last key had been taken by the page, on the clock of `performance.now()`. */
  readonly atMs: number;
}

/** All marks of one person in one document, each with a number of its own. */
export interface Marks {
  readonly typed: readonly Mark[];
  /** Types one more. */
  type(page: Page): Promise<void>;
  /** Types on and on; what is under way when it is stopped may stay half. */
  start(page: Page): Typing;
}

export interface Typing {
  stop(): Promise<void>;
}

/** Four times as fast as people type; faster, it is the machine that sets the pace. */
const KEY_DELAY_MS = 25;
const TYPED_WITHIN_MS = 30_000;

/** A whole mark ends with a semicolon, so that none is the beginning of another. */
export const markPattern = (name: string): RegExp => new RegExp(`${name}\\d{4};`, 'g');

export function createMarks(name: string): Marks {
  const typed: Mark[] = [];
  let next = 0;
  const type = async (page: Page): Promise<void> => {
    const word = `${name}${String(next++).padStart(4, '0')};`;
    await page.keyboard.type(`${word} `, { delay: KEY_DELAY_MS });
    typed.push({ word, atMs: performance.now() });
  };
  return {
    typed,
    type,
    start: (page) => {
      const over = new AbortController();
      const typing = (async () => {
        while (!over.signal.aborted) await type(page);
      })().catch((error: unknown) => {
        // Nobody can type into a page that was killed on purpose.
        if (!over.signal.aborted) throw error;
      });
      return {
        stop: () => {
          over.abort();
          return typing;
        },
      };
    },
  };
}

/** Waits until at least so many more have been typed; by itself, as `expect` computes a tenth of the time that it waits. */
export async function waitForMarks({ typed }: Marks, more: number): Promise<void> {
  const wanted = typed.length + more;
  const untilMs = performance.now() + TYPED_WITHIN_MS;
  while (typed.length < wanted) {
    if (performance.now() > untilMs) throw new Error(`${typed.length} of ${wanted} marks were typed`);
    await wait(10);
  }
}

export const missingIn = (text: string, words: readonly string[]): readonly string[] =>
  words.filter((word) => !text.includes(word));

/** Waits until the server has all of them. */
export async function expectOnServer(
  readText: ReadText,
  words: readonly string[],
  { about = 'what is missing', timeoutMs = 30_000 } = {},
): Promise<void> {
  await expect
    .poll(async () => missingIn(await readText(), words), {
      message: about,
      intervals: [250],
      timeout: timeoutMs,
    })
    .toEqual([]);
}

export const wordsOf = ({ typed }: Marks): readonly string[] => typed.map(({ word }) => word);
