/**
 * Records the save state that pages show, ten times a second and on every change. Checks each *Saved* against the log: all
 * that its author had typed by then must be on the server.
 */
import { expect, type BrowserContext, type Page } from '@playwright/test';
import { markPattern } from './marks.ts';
import type { ReadText } from './server-text.ts';

export interface Said {
  /** Empty if no state is shown. */
  readonly label: string;
  /** The author's marks that the page showed at that moment; only with *Saved*. */
  readonly words: readonly string[];
  /** Milliseconds since 1970. */
  readonly atMs: number;
}

export interface StatusWatch {
  /** The states in the order shown. */
  readonly said: readonly Said[];
  /** Number of times *Saved* was shown for marks that it had not been shown for before. */
  readonly claims: () => number;
  /** Fails if any *Saved* was false, or none was shown. */
  verify(): Promise<void>;
}

/** `host`: one tab, or a browser with several tabs in which the author writes in turn. */
export async function watchStatus(
  host: BrowserContext | Page,
  name: string,
  readText: ReadText,
): Promise<StatusWatch> {
  const said: Said[] = [];
  const known = new Set<string>();
  const lies = new Set<string>();
  const checks: Promise<void>[] = [];

  async function check(words: readonly string[]): Promise<void> {
    const text = await readText();
    for (const word of words) {
      if (text.includes(word)) known.add(word);
      else lies.add(word);
    }
  }

  await host.exposeBinding('tellStatus', (_source, next: Said) => {
    said.push(next);
    const news = next.words.filter((word) => !known.has(word));
    if (news.length > 0) checks.push(check(news));
  });
  const pattern = markPattern(name).source;
  await host.addInitScript(sampleStatus, pattern);
  for (const page of 'pages' in host ? host.pages() : [host]) await page.evaluate(sampleStatus, pattern);
  return {
    said,
    claims: () => checks.length,
    verify: async () => {
      // A state arrives here a moment after the page shows it.
      await expect.poll(() => checks.length, 'ever shown as saved').toBeGreaterThan(0);
      await Promise.all(checks);
      expect([...lies], 'shown as saved, but not in the log').toEqual([]);
    },
  };
}

/** Runs in the page. */
function sampleStatus(pattern: string): void {
  const LABELS = [
    'Saved',
    'Saving…',
    'Offline – kept on this device',
    'Signed out – kept on this device',
    'Not saved',
  ];
  const TEXT = '[role=textbox][aria-multiline=true].ProseMirror';
  const marks = new RegExp(pattern, 'g');
  let before = '';
  const look = (): void => {
    const outputs = [...document.querySelectorAll('output')].map((output) => output.textContent ?? '');
    const label = outputs.find((text) => LABELS.includes(text)) ?? '';
    const text = label === 'Saved' ? (document.querySelector(TEXT)?.textContent ?? '') : '';
    const words = text.match(marks) ?? [];
    const now = `${label} ${words.join('')}`;
    if (now === before) return;
    before = now;
    const { tellStatus } = window as unknown as { tellStatus: (said: Said) => void };
    tellStatus({ label, words, atMs: Date.now() });
  };
  // The editor and the label are updated within the task of a key; the label is final after that.
  new MutationObserver(() => setTimeout(look)).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
  });
  setInterval(look, 100);
  look();
}
