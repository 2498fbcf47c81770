/** Unique words, typed key by key, that can be found in the text later. */
import { setTimeout as wait } from 'node:timers/promises';
import { expect, type Page } from '@playwright/test';
import type { ReadText } from './server-text.ts';

export interface Mark {
  readonly word: string;
  /** Time at which the page had handled its last key, on the clock of `performance.now()`. */
  readonly atMs: number;
}

/** All marks of one author in one document, numbered. */
export interface Marks {
  readonly typed: readonly Mark[];
  /** Types the next one. */
  type(page: Page): Promise<void>;
  /** Types continuously; stopping may leave the last mark incomplete. */
  start(page: Page): Typing;
}

export interface Typing {
  stop(): Promise<void>;
}

/** Four times as fast as people type. */
const KEY_DELAY_MS = 25;
const TYPED_WITHIN_MS = 30_000;

/** A complete mark ends with a semicolon, so that none is a prefix of another. */
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
        // Typing into a page that was killed on purpose fails.
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

/** Waits until at least `more` marks have been typed. Polls itself: `expect` uses a tenth of the CPU while it waits. */
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
  { about = 'missing on the server', timeoutMs = 30_000 } = {},
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
