/**
 * Listens to what pages say about saving, ten times a second and whenever it changes, and holds each
 * *Saved* against the log: whatever its person had typed by then has to be there when the server is asked afterwards.
 */
import { expect, type BrowserContext, type Page } from '@playwright/test';
import { markPattern } from './marks.ts';
import type { ReadText } from './server-text.ts';

export interface Said {
  /** Empty where nothing is said. */
  readonly label: string;
  /** The person's words that the page showed then; only with *Saved*. */
  readonly words: readonly string[];
  /** Milliseconds since 1970. */
  readonly atMs: number;
}

export interface StatusWatch {
  /** What was said, as it changed. */
  readonly said: readonly Said[];
  /** How often *Saved* was said of words of which it had not been said before. */
  readonly claims: () => number;
  /** Fails when one *Saved* was not true, or none was ever said. */
  verify(): Promise<void>;
}

/** `host`: one tab, or all tabs of a browser in which the person writes in one after the other. */
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
      // What a page says is heard here a moment after it is drawn there.
      await expect.poll(() => checks.length, 'ever called saved').toBeGreaterThan(0);
      await Promise.all(checks);
      expect([...lies], 'called saved, and not in the log').toEqual([]);
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
  // The editor and the label follow a key within its task; after that, what is said is meant.
  new MutationObserver(() => setTimeout(look)).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
  });
  setInterval(look, 100);
  look();
}
