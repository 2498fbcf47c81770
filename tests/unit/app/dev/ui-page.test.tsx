// @vitest-environment jsdom
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { Component } from '../../../../src/app/dev/ui-page.tsx';
import { renderInApp } from '../render-in-app.tsx';

const APP = join(import.meta.dirname, '../../../../src/app');
const textsIn = (folder: string): Map<string, string> =>
  new Map(
    readdirSync(join(APP, folder))
      .filter((file) => file.endsWith('.tsx'))
      .map((file) => [file, readFileSync(join(APP, folder, file), 'utf8')]),
  );

const parts = textsIn('ui');
const page = [...textsIn('dev').values()].join('\n');

/** Rendered around every page, so `/dev/ui` has it already. */
const AROUND_EVERY_PAGE = ['Toaster'];

const componentsOf = (text: string): string[] =>
  [...text.matchAll(/^export (?:function|const) ([A-Z]\w*[a-z]\w*)/gm)].map(([, name]) => name!);

/** Loaded by another part when it opens, as the panel of a dialog is. */
const isLoadedByPart = (file: string): boolean =>
  [...parts.values()].some((text) => text.includes(`import('./${file}')`));

describe('the page of all parts', () => {
  const files = [...parts].filter(([file, text]) => componentsOf(text).length > 0 && !isLoadedByPart(file));

  test('finds the parts', () => {
    expect(files.length).toBeGreaterThan(15);
    expect(componentsOf(parts.get('menu.tsx')!)).toEqual(expect.arrayContaining(['Menu', 'MenuOptions']));
  });

  test.each(files)('shows every component of ui/%s', (_file, text) => {
    const missing = componentsOf(text).filter(
      (name) => !AROUND_EVERY_PAGE.includes(name) && !new RegExp(`<${name}[\\s/>]`).test(page),
    );
    expect(missing).toEqual([]);
  });

  test.each(files)('names the file ui/%s', (file) => {
    expect(page).toContain(`file="${file}"`);
  });

  test('renders in both languages', async () => {
    renderInApp(<Component />, { path: '/dev/ui' });
    const button = within(screen.getByRole('region', { name: 'Button' }));
    expect(button.getByRole('button', { name: 'Saving…' }).ariaDisabled).toBe('true');
    await userEvent.click(screen.getByRole('radio', { name: 'Čeština' }));
    expect(await button.findByRole('button', { name: 'Ukládá se…' })).toBeTruthy();
  });

  test('opens a dialog and shows a toast', async () => {
    renderInApp(<Component />, { path: '/dev/ui' });
    const show = (part: string): HTMLElement =>
      within(screen.getByRole('region', { name: part })).getAllByRole('button', { name: 'Show' })[0]!;
    await userEvent.click(show('Toaster'));
    expect(await screen.findByText('Moved to trash')).toBeTruthy();
    await userEvent.click(show('Dialog'));
    expect(await screen.findByRole('dialog', { name: 'Share “Spring trip”' })).toBeTruthy();
  });
});
