// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { TextsList } from '../../../../src/app/find/texts-list.tsx';
import { renderInApp } from '../render-in-app.tsx';

const show = (empty: string | null): void =>
  void renderInApp(
    <TextsList
      texts={{ passages: [], state: 'found', isHere: false, error: null }}
      isShown={() => true}
      pathOf={() => ''}
      empty={empty}
      onUp={() => undefined}
    >
      <p>below</p>
    </TextsList>,
  );

test('without any result there is no heading over nothing', () => {
  show('No documents found');
  expect(screen.getByText('No documents found')).toBeTruthy();
  expect(screen.getByText('below')).toBeTruthy();
  expect(screen.queryByRole('heading')).toBeNull();
  expect(screen.queryByText('Nothing in texts.')).toBeNull();
});

test('below documents the heading says that texts have nothing', () => {
  show(null);
  expect(screen.getByRole('heading', { name: 'In texts' })).toBeTruthy();
  expect(screen.getByText('Nothing in texts.')).toBeTruthy();
});
