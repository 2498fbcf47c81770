/** Runs axe on a page. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, ContextObject, RunOptions } from 'axe-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Axe {
  run(context: ContextObject, options: RunOptions): Promise<AxeResults>;
}

const ALL: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
const COLORS: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

/** `colors`: only the rules that a color scheme affects. */
export async function violationsOf(page: Page, what: 'all' | 'colors' = 'all'): Promise<string[]> {
  // Evaluated, because the page's content security policy blocks an added script.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  return page.evaluate(
    async (options) => {
      // Finishes transitions: colors in between are not real.
      const still = new CSSStyleSheet();
      still.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important }');
      document.adoptedStyleSheets = [still];
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      const { axe } = globalThis as unknown as { axe: Axe };
      // A tooltip is read with its button, not as a part of the page with a landmark of its own.
      const { violations } = await axe.run({ exclude: [['[role=tooltip]']] }, options);
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`,
      );
    },
    { ...(what === 'all' ? ALL : COLORS), resultTypes: ['violations' as const] },
  );
}

/** In light and dark. Only the style sheet depends on the scheme, so switching it is equivalent to a new page. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const violations = await violationsOf(page, colorScheme === 'light' ? 'all' : 'colors');
    expect(violations, `${name}, ${colorScheme}`).toEqual([]);
  }
}
