/** Reads the text, HTML and save state that a page shows. */
import { expect } from '@playwright/test';
import type { User } from './user.ts';

/** Selector of the document's text. */
export const TEXT = '[role=textbox][aria-multiline=true].ProseMirror';

/** Text of every block. */
export const linesOf = (user: User): Promise<string[]> =>
  user.run((css) => {
    const copy = document.querySelector(css)?.cloneNode(true) as HTMLElement | undefined;
    for (const widget of copy?.querySelectorAll('.remote-caret, .ProseMirror-widget, button') ?? [])
      widget.remove();
    return [...(copy?.children ?? [])].map((block) => block.textContent.replaceAll('\u2060', ''));
  }, TEXT);

/** Polls the lines of both users, without the empty ones. */
export async function readsBoth(
  users: readonly User[],
  lines: readonly (string | undefined)[],
  timeout = 40_000,
): Promise<void> {
  const wanted = lines.filter(Boolean);
  for (const user of users)
    await expect.poll(async () => (await linesOf(user)).filter(Boolean), { timeout }).toEqual(wanted);
}

export const reads = (user: User, pick: (lines: string[]) => unknown, wanted: unknown): Promise<void> =>
  expect.poll(async () => pick((await linesOf(user)).filter(Boolean))).toEqual(wanted);

/** The first element in the text that matches the selector. */
export const htmlOf = (user: User, selector: string): Promise<string> =>
  user.run((css) => document.querySelector(css)?.outerHTML ?? '', `${TEXT} ${selector}`);

export const saveStateOf = (user: User): Promise<string[]> =>
  user.run(() =>
    [...document.querySelectorAll('[role=status], output')].map((status) => status.textContent.trim()),
  );
