// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import type { WrittenFile } from '#contract/formats/leaving-text.ts';
import { ApiError } from '../../../../src/app/data/api-error.ts';
import { DownloadDialog, type Wanted } from '../../../../src/app/formats/download-dialog.tsx';
import { renderInApp } from '../render-in-app.tsx';

const file: WrittenFile = { name: 'Plan.md', type: 'text/markdown', bytes: new Uint8Array(1), losses: [] };
const saved: string[] = [];
const close = vi.fn();

beforeEach(() => {
  saved.length = 0;
  close.mockReset();
  URL.createObjectURL = () => 'blob:1';
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});

const open = (write: (wanted: Wanted) => Promise<WrittenFile>, language: 'en-US' | 'cs' = 'en-US') =>
  renderInApp(<DownloadDialog heading="Download “Plan”" hasComments write={write} onClose={close} />, {
    language,
  });

test('without losses the file is saved and the dialog closes', async () => {
  const wanted: Wanted[] = [];
  open((one) => {
    wanted.push(one);
    return Promise.resolve(file);
  });
  await userEvent.click(await screen.findByRole('radio', { name: 'Plain text (.txt)' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Include comments' }));
  await userEvent.click(screen.getByRole('button', { name: 'Download' }));
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(saved).toEqual(['Plan.md']);
  expect(wanted).toMatchObject([{ format: 'text', withComments: false }]);
});

test('losses are named in a sentence, with details', async () => {
  const losses = [{ kind: 'comment', severity: 'lost', count: 2, example: 'Proč?', block: null }] as const;
  open(() => Promise.resolve({ ...file, losses }), 'cs');
  await userEvent.click(await screen.findByRole('button', { name: 'Stáhnout' }));
  const sentence = await screen.findByRole('status');
  expect(sentence.textContent.replaceAll('\u00a0', ' ')).toBe(
    'Staženo, ale nešlo zachovat vše beze změny: 2 komentáře.',
  );
  expect(screen.getByText('„Proč?“')).toBeTruthy();
  expect(saved).toEqual(['Plan.md']);
  expect(close).not.toHaveBeenCalled();
});

test('a file that cannot be made leaves the dialog open, to try again', async () => {
  open(() => Promise.reject(new ApiError({ code: 'unreachable', status: 0 })));
  await userEvent.click(await screen.findByRole('button', { name: 'Download' }));
  expect(await screen.findByText(/^The file could not be made\./)).toBeTruthy();
  expect(saved).toEqual([]);
  expect(screen.getByRole('button', { name: 'Download' }).getAttribute('aria-disabled')).toBeNull();
});

test('of two states, the web page with the changes comes first, without comments', async () => {
  const writeComparison = vi.fn(() => Promise.resolve({ ...file, name: 'Plan – změny.html' }));
  const dialog = (
    <DownloadDialog
      heading="Stáhnout „Plan“"
      hasComments
      write={vi.fn()}
      writeComparison={writeComparison}
      onClose={close}
    />
  );
  renderInApp(dialog, { language: 'cs' });
  const [first, word] = await screen.findAllByRole('radio');
  expect(first).toHaveProperty('checked', true);
  expect(screen.getByRole('radio', { name: /^Webová stránka s.vyznačenými změnami/ })).toBe(first);
  expect(screen.queryByRole('checkbox')).toBeNull();
  await userEvent.click(word!);
  expect(screen.getByRole('checkbox', { name: 'Včetně komentářů' })).toBeTruthy();
  await userEvent.click(first!);
  await userEvent.click(screen.getByRole('button', { name: 'Stáhnout' }));
  await waitFor(() => expect(saved).toEqual(['Plan – změny.html']));
});
