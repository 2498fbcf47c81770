// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { MAILED_KINDS } from '#contract/mails/letter.ts';
import { Component } from '../../../../src/app/dev/mails-page.tsx';
import { renderInApp } from '../render-in-app.tsx';

test('every mail is shown in both languages, its HTML without scripts', async () => {
  renderInApp(<Component />, { path: '/dev/mails' });
  const names = screen.getAllByRole('region').map((region) => region.getAttribute('aria-label'));
  expect(names).toEqual(expect.arrayContaining(['invitation', 'digest', ...MAILED_KINDS]));
  const reply = within(screen.getByRole('region', { name: 'replied' }));
  const frame = reply.getByTitle('Ann Baker replied to a comment in “Spring trip”');
  expect(frame.getAttribute('sandbox')).toBe('');
  expect(frame.getAttribute('srcdoc')).toContain('Nine is fine with me.');
  await userEvent.click(screen.getByRole('radio', { name: 'Čeština' }));
  expect(await reply.findByText(/Devět mi vyhovuje/)).toBeTruthy();
});
