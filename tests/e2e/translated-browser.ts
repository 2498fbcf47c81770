import type { Browser, BrowserContext, Page } from '@playwright/test';
import { translatePage, type TranslatorOptions } from '../support/translate-page.ts';

const CRASHED = /Something went wrong on this page|Na této stránce se něco pokazilo/;

/** Adds a page translator to every page of a context. Returns the array that collects their errors. */
export async function translateContext(
  context: BrowserContext,
  options: TranslatorOptions,
  problems: string[] = [],
): Promise<string[]> {
  await context.addInitScript(translatePage, options);
  await context.exposeFunction('reportCrash', (text: string) => problems.push(text));
  await context.addInitScript(watchForCrash, CRASHED.source);
  const watch = (page: Page): void => {
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => {
      // Some stories expect failed requests.
      if (
        message.type() === 'error' &&
        !/Failed to load resource|net::ERR|WebSocket connection/.test(message.text())
      )
        problems.push(message.text());
    });
  };
  context.on('page', watch);
  return problems;
}

/** Adds it to every context that a browser creates from now on. */
export function translateBrowser(browser: Browser): readonly string[] {
  const problems: string[] = [];
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    await translateContext(context, {}, problems);
    return context;
  };
  return problems;
}

function watchForCrash(crashed: string): void {
  const { reportCrash } = window as unknown as { reportCrash: (text: string) => void };
  const look = (): void => {
    const heading = document.querySelector('h1')?.textContent ?? '';
    if (new RegExp(crashed).test(heading)) reportCrash(`${heading} at ${location.pathname}`);
  };
  document.addEventListener('DOMContentLoaded', () =>
    new MutationObserver(look).observe(document.documentElement, { subtree: true, childList: true }),
  );
}
