// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { OwnTemplate, Start } from '../../../../src/app/templates/start.ts';
import { TemplateDialog } from '../../../../src/app/templates/template-dialog.tsx';
import { renderInApp } from '../render-in-app.tsx';

const own = (id: string, title: string): OwnTemplate => ({
  id,
  title,
  updatedAt: new Date('2026-11-21T12:00:00Z'),
});
const offer = own('1', 'Offer');
const report = own('2', ' ');
const onChoose = vi.fn<(start: Start) => void>();
const dialog = (busy: string | null = null) => (
  <TemplateDialog
    first={{ template: offer, folder: 'Clients' }}
    mine={[report]}
    busy={busy}
    onChoose={onChoose}
    onClose={() => {}}
  />
);

test('the template of the folder comes first, then mine, then ours with their headings', async () => {
  renderInApp(dialog());
  const shown = await screen.findByRole('dialog', { name: 'Start from a template' });
  const headings = within(shown).getAllByRole('heading', { level: 3 });
  expect(headings.map(({ textContent }) => textContent)).toEqual([
    'First in Clients',
    'Your templates',
    'Ready-made',
  ]);
  const cards = within(shown)
    .getAllByRole('listitem')
    .map((item) => within(item).getByRole('button').firstChild?.textContent);
  expect(cards).toEqual([
    'Offer',
    'Untitled',
    'Meeting notes',
    'Project plan',
    'Decision',
    'Contract',
    'Weekly report',
  ]);
  await within(shown).findByText('Milestones');
  await userEvent.click(within(shown).getByRole('button', { name: /^Offer/ }));
  expect(onChoose).toHaveBeenLastCalledWith({ kind: 'document', id: '1' });
  await userEvent.click(within(shown).getByRole('button', { name: /^Contract/ }));
  expect(onChoose).toHaveBeenLastCalledWith({ kind: 'text', name: 'contract' });
});

test('in Czech', async () => {
  renderInApp(dialog(), { language: 'cs' });
  const shown = await screen.findByRole('dialog', { name: 'Začít ze šablony' });
  expect(within(shown).getByText('První ve složce Clients')).toBeTruthy();
  await within(shown).findByText('II. Předmět smlouvy');
});

test('while a document is being made, nothing else can be chosen', async () => {
  onChoose.mockClear();
  renderInApp(dialog('plan'));
  const plan = await screen.findByRole('button', { name: /Project plan/ });
  expect(plan.getAttribute('aria-busy')).toBe('true');
  await userEvent.click(plan);
  await userEvent.click(screen.getByRole('button', { name: /^Decision/ }));
  expect(onChoose).not.toHaveBeenCalled();
  expect(screen.getByRole('status').textContent).toContain('Creating the document…');
});
