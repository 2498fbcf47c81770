// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { Timeline } from '../../../../src/app/dev/timeline.tsx';
import { clearSteps, traceStep } from '../../../../src/app/room/trace-steps.ts';
import { step } from '../../../../src/yjs-supabase/src/core/core.ts';
import type { CoreEvent } from '../../../../src/yjs-supabase/src/core/events.ts';
import { DEFAULT_SETTINGS } from '../../../../src/yjs-supabase/src/core/settings.ts';
import { startState } from '../../../../src/yjs-supabase/src/core/state.ts';
import { renderInApp } from '../render-in-app.tsx';

const SESSION = '0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0ff';

function take(event: CoreEvent): void {
  const { state, effects } = step(startState(SESSION, DEFAULT_SETTINGS, false), event, {
    nowMs: 0,
    chance: 0.5,
  });
  act(() => traceStep(event, state, effects));
}

beforeEach(clearSteps);

test('the timeline lists the steps of the core, newest first, and bytes by their number', async () => {
  renderInApp(<Timeline />);
  take({ kind: 'connect' });
  await userEvent.click(screen.getByRole('button', { name: 'Timeline of the provider' }));
  take({ kind: 'local-update', update: new Uint8Array(321), title: false });
  const steps = screen.getAllByRole('listitem').map((item) => item.textContent);
  expect(steps).toHaveLength(2);
  expect(steps[0]).toMatch(/local-update → /);
  expect(steps[0]).toContain('"update": "321 bytes"');
  expect(steps[1]).toMatch(/connect → .*open-lanes|connect → .*pull/);
  await userEvent.keyboard('{Escape}');
});

test('the timeline opens and closes by keyboard, and is emptied', async () => {
  renderInApp(<Timeline />);
  take({ kind: 'connect' });
  await userEvent.keyboard('{Alt>}{Shift>}[KeyT]{/Shift}{/Alt}');
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(screen.queryAllByRole('listitem')).toEqual([]);
  await userEvent.keyboard('{Escape}');
  expect(screen.getByRole('button', { name: 'Timeline of the provider' })).toBeDefined();
});

test('the timeline keeps the last 300 steps', () => {
  for (let count = 0; count < 310; count += 1) take({ kind: 'wake' });
  renderInApp(<Timeline />);
  act(() => void dispatchEvent(new KeyboardEvent('keydown', { altKey: true, shiftKey: true, code: 'KeyT' })));
  expect(screen.getAllByRole('listitem')).toHaveLength(300);
});
