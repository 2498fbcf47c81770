// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, test } from 'vitest';
import type { Version } from '../../../../src/app/data/versions.ts';
import { ChooseDay } from '../../../../src/app/history/choose-day.tsx';
import type { Language } from '#contract/languages.ts';
import { fillInLayout, renderApp } from '../../../support/render-app.tsx';
import { AT_ONCE } from './versions.ts';

beforeAll(fillInLayout);

const version = (name: string, createdAt: Date): Version => ({
  id: name,
  seq: 1,
  kind: 'named',
  name,
  note: null,
  createdAt,
  author: null,
  restoredId: null,
  restoreSessionId: null,
  ...AT_ONCE,
});

const VERSIONS = [
  version('latest', new Date(2026, 10, 20, 14, 5)),
  version('second', new Date(2026, 10, 20, 9, 30)),
  version('older', new Date(2026, 10, 3, 8, 0)),
  version('oldest', new Date(2026, 9, 30, 23, 59)),
];

const open = (versions: readonly Version[] = VERSIONS, language?: Language) =>
  renderApp(
    <ChooseDay
      versions={versions}
      renderVersions={(shown) => <p data-testid="shown">{shown.map(({ name }) => name).join(' ')}</p>}
    />,
    language,
  );
const shown = (): string => screen.getByTestId('shown').textContent ?? '';
const press = async (name: string | RegExp): Promise<void> =>
  userEvent.click(await screen.findByRole('button', { name }));

test.each([
  [
    'cs',
    'Vybrat den',
    'listopad 2026',
    ['pondělí', 'úterý', 'středa', 'čtvrtek', 'pátek', 'sobota', 'neděle'],
  ],
  [
    'en-US',
    'Choose a day',
    'November 2026',
    ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  ],
] as const)('in %s the week starts on its first day', async (language, button, month, weekdays) => {
  open(VERSIONS, language);
  await press(button);
  const grid = await screen.findByRole('grid', { name: month });
  // Screen readers announce each day's full date; column headers are only visual.
  const heads = [...grid.querySelectorAll('th')].map((head) => head.getAttribute('aria-label'));
  expect(heads).toEqual(weekdays);
});

test('only days with versions can be selected, back to the oldest month', async () => {
  open();
  await press('Choose a day');
  const possible = () =>
    within(screen.getByRole('grid'))
      .getAllByRole('button')
      .filter((day) => !(day as HTMLButtonElement).disabled)
      .map((day) => day.getAttribute('aria-label'));
  await screen.findByRole('grid', { name: 'November 2026' });
  expect(possible()).toEqual(['Tuesday, November 3, 2026', 'Friday, November 20, 2026']);
  const isOff = (name: RegExp) => screen.getByRole('button', { name }).getAttribute('aria-disabled');
  expect(isOff(/next month/iu)).toBe('true');
  await press(/previous month/iu);
  await screen.findByRole('grid', { name: 'October 2026' });
  expect(possible()).toEqual(['Friday, October 30, 2026']);
  expect(isOff(/previous month/iu)).toBe('true');
});

test('a selected day shows only its versions, until it is deselected or all days are selected', async () => {
  open();
  expect(shown()).toBe('latest second older oldest');
  await press('Choose a day');
  await press(/November 20/u);
  expect(shown()).toBe('latest second');
  await press(/November 20/u);
  expect(shown()).toBe('latest second older oldest');
  await press(/November 3,/u);
  expect(shown()).toBe('older');
  await press('All days');
  expect(shown()).toBe('latest second older oldest');
  expect(screen.queryByRole('button', { name: 'All days' })).toBeNull();
});

test('without a second day there is no calendar', () => {
  open(VERSIONS.slice(0, 2));
  expect(shown()).toBe('latest second');
  expect(screen.queryByRole('button', { name: 'Choose a day' })).toBeNull();
});
