// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { FindBar } from '../../../../../src/app/editor/find/find-bar.tsx';
import { seat, seatOne } from '../../../../support/one-seat.ts';
import { drawInPage, renderApp } from '../../../../support/render-app.tsx';

seatOne();
drawInPage();

beforeEach(() => {
  seat.editor.commands.setContent('<p>Kůň, kun a KŮŇ</p>');
  seat.editor.commands.setTextSelection(1);
});

const said = (text: string): Promise<void> =>
  waitFor(() =>
    expect(screen.getAllByRole('status').map((one) => one.textContent.replaceAll('\u00a0', ' '))).toContain(
      text,
    ),
  );
const fill = (name: string, value: string): void =>
  void fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });

test('shows the position among the matches, can match accents, and closes with the match selected', async () => {
  const onClose = vi.fn();
  renderApp(<FindBar editor={seat.editor} replacing={false} onClose={onClose} />);
  fill('Find', 'kun');
  await said('1 of 3');
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Find' }), { key: 'Enter', shiftKey: true });
  await said('3 of 3');
  fireEvent.click(screen.getByRole('button', { name: 'Next match' }));
  await said('1 of 3');
  fireEvent.click(screen.getByRole('checkbox', { name: 'Match accents' }));
  await said('1 of 1');
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Find' }), { key: 'Escape' });
  expect(onClose).toHaveBeenCalledOnce();
  const { from, to } = seat.editor.state.selection;
  expect(seat.editor.state.doc.textBetween(from, to)).toBe('kun');
});

test('reports when there is no match, and closing removes the highlights', async () => {
  const { unmount } = renderApp(<FindBar editor={seat.editor} replacing={false} onClose={() => undefined} />);
  fill('Find', 'kun');
  await said('1 of 3');
  expect(seat.editor.view.dom.querySelectorAll('.find-match')).toHaveLength(3);
  fill('Find', 'pes');
  await said('Not found');
  fill('Find', 'kun');
  unmount();
  expect(seat.editor.view.dom.querySelector('.find-match')).toBeNull();
});

test('in Czech: replaces all and reports how many', async () => {
  renderApp(<FindBar editor={seat.editor} replacing onClose={() => undefined} />, 'cs');
  fill('Najít', 'kun');
  await said('1 z 3');
  fill('Nahradit čím', 'pes');
  fireEvent.click(screen.getByRole('button', { name: 'Nahradit vše' }));
  await said('Nahrazeny 3 výskyty');
  expect(seat.editor.getText()).toBe('pes, pes a pes');
});
