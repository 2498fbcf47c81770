// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { LOSS_KINDS, LossBook } from '#contract/formats/loss.ts';
import { LossList } from '../../../../src/app/formats/loss-list.tsx';
import { renderInApp } from '../render-in-app.tsx';

test('losses are listed by severity, the gravest first, with an example', async () => {
  const book = new LossBook();
  book.note('picture', 'changed');
  for (const example of ['Chyběla strana', 'jiný']) book.note('comment', 'lost', example);
  renderInApp(<LossList losses={book.list()} />, { language: 'cs' });
  const headings = await screen.findAllByRole('heading');
  expect(headings.map(({ textContent }) => textContent)).toEqual(['Vynecháno', 'Změněno']);
  const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(items[0]).toContain('komentáře„Chyběla strana“');
  expect(items).toHaveLength(2);
});

test.each(['en-US', 'cs'] as const)('each kind of loss has a name in %s', async (language) => {
  const losses = LOSS_KINDS.map(
    (kind) => ({ kind, severity: 'lost', count: 2, example: '', block: null }) as const,
  );
  renderInApp(<LossList losses={losses} />, { language });
  for (const item of await screen.findAllByRole('listitem')) expect(item.textContent).not.toContain('loss.');
  expect(screen.getAllByRole('listitem')).toHaveLength(LOSS_KINDS.length);
});
