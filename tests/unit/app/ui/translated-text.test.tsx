// @vitest-environment jsdom
import { act, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Button } from '../../../../src/app/ui/button.tsx';
import { FieldProblem } from '../../../../src/app/ui/field-problem.tsx';
import { Notice } from '../../../../src/app/ui/notice.tsx';
import { TextField } from '../../../../src/app/ui/text-field.tsx';
import { TextSpan } from '../../../../src/app/ui/text-span.tsx';
import { renderInApp } from '../render-in-app.tsx';
import { showToast } from '../../../../src/app/ui/toast.tsx';
import { translatePage } from '../../../support/translate-page.ts';

let stop = (): void => undefined;
afterEach(() => stop());

const ANSWER_MS = 10;
const answer = (): Promise<void> =>
  act(() => new Promise<void>((resolve) => setTimeout(resolve, 3 * ANSWER_MS)));
const shown = (): string => document.body.textContent;

const PARTS = [
  ['a button', (text: string) => <Button busy={text === 'two'}>{text}</Button>],
  ['a notice', (text: string) => <Notice>{text}</Notice>],
  ['a problem', (text: string) => <FieldProblem id={undefined}>{text}</FieldProblem>],
  ['the hint of a field', (text: string) => <TextField label="" hint={text} />],
  ['a text', (text: string) => <TextSpan>{text}</TextSpan>],
] as const;

test.each(PARTS)('%s shows the current text, translated', async (_, draw) => {
  stop = translatePage({ mark: '»' });
  const { rerender } = render(draw('one'));
  await answer();
  expect(shown()).toBe('»one');
  rerender(draw('two'));
  await answer();
  expect(shown()).toBe('»two');
  rerender(draw('three'));
  await answer();
  expect(shown()).toBe('»three');
});

test.each(PARTS)('%s ignores a late translation', async (_, draw) => {
  stop = translatePage({ mark: '»', afterMs: ANSWER_MS });
  const { rerender } = render(draw('one'));
  rerender(draw('two'));
  await answer();
  await waitFor(() => expect(shown()).toBe('»two'));
});

test('a replaced toast shows its current text', async () => {
  stop = translatePage({ mark: '»' });
  renderInApp(null);
  act(() => void showToast.plain('one', { id: 'same' }));
  await answer();
  act(() => void showToast.plain('two', { id: 'same' }));
  await answer();
  expect(screen.getByRole('status').textContent).toBe('»two');
});
