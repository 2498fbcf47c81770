import { expect, test } from 'vitest';
import type { ChannelEvent } from '../../../../src/yjs-supabase/src/ports/channel.ts';
import { openFakeBrowser } from '../../../support/fake-browser.ts';
import { createTestClock } from '../../../support/test-clock.ts';

function openBrowser(joins: () => boolean = () => true) {
  const clock = createTestClock();
  return { clock, ...openFakeBrowser({ clock, joins }) };
}

const message = (event: string): ChannelEvent => ({ kind: 'message', event, payload: {} });

test('of three tabs one has the topic, and all hear', async () => {
  const { clock, openTab, count, emit } = openBrowser();
  const tabs = [openTab(), openTab(), openTab()];
  for (const { line } of tabs) line.shown();
  await clock.advance(1000);
  expect(count()).toEqual({ channels: 1, opened: 1 });
  for (const { heard } of tabs) heard.length = 0;
  emit(message('list'));
  emit(message('notifications'));
  emit(message('what no build knows'));
  await clock.advance(10);
  for (const { heard } of tabs) expect(heard).toEqual(['list', 'notifications']);
});

test('joining asks for everything at once, in every tab', async () => {
  const { clock, openTab } = openBrowser();
  const tabs = [openTab(), openTab()];
  for (const { line } of tabs) line.shown();
  await clock.advance(1000);
  for (const { heard } of tabs) expect(heard).toEqual(['notifications', 'list']);
  expect(tabs.map(({ states }) => states)).toEqual([[true], [true]]);
});

test('a tab that opens later learns that the topic is joined', async () => {
  const { clock, openTab } = openBrowser();
  openTab().line.shown();
  await clock.advance(1000);
  const late = openTab();
  late.line.shown();
  await clock.advance(1000);
  expect(late).toMatchObject({ states: [true], heard: [] });
});

test('a tab that is hidden for less than a minute keeps the topic', async () => {
  const { clock, openTab, count } = openBrowser();
  const { line } = openTab();
  line.shown();
  await clock.advance(1000);
  line.hidden();
  await clock.advance(59_000);
  line.shown();
  await clock.advance(600_000);
  expect(count()).toEqual({ channels: 1, opened: 1 });
});

test('a tab that is hidden for a minute leaves, and another takes over', async () => {
  const { clock, openTab, count } = openBrowser();
  const [first, second] = [openTab(), openTab()];
  first.line.shown();
  second.line.shown();
  await clock.advance(1000);
  second.heard.length = 0;
  first.line.hidden();
  await clock.advance(61_000);
  expect(count()).toEqual({ channels: 1, opened: 2 });
  expect(second.heard).toEqual(['notifications', 'list']);
  expect(first.states.at(-1)).toBe(true);
});

test('when all tabs are hidden for a minute nothing is joined; the one that returns joins and asks', async () => {
  const { clock, openTab, count } = openBrowser();
  const tabs = [openTab(), openTab()];
  for (const { line } of tabs) line.shown();
  await clock.advance(1000);
  for (const { line } of tabs) line.hidden();
  await clock.advance(61_000);
  expect(count().channels).toBe(0);
  expect(tabs.map(({ states }) => states.at(-1))).toEqual([false, false]);
  tabs[1]!.heard.length = 0;
  tabs[1]!.line.shown();
  await clock.advance(1000);
  expect(count().channels).toBe(1);
  expect(tabs[1]!.heard).toEqual(['notifications', 'list']);
});

test('when the tab that had the topic dies, the others no longer count on it until one has joined', async () => {
  let joins = true;
  const { clock, openTab } = openBrowser(() => joins);
  const [first, second, third] = [openTab(), openTab(), openTab()];
  for (const { line } of [first, second, third]) line.shown();
  await clock.advance(1000);
  joins = false;
  first.kill();
  // Before the next one has joined, or failed to.
  await clock.advance(50);
  expect([second.states, third.states]).toEqual([
    [true, false],
    [true, false],
  ]);
  joins = true;
  await clock.advance(60_000);
  expect([second.states.at(-1), third.states.at(-1)]).toEqual([true, true]);
});

test('a line that breaks is joined again, and asks again', async () => {
  const { clock, openTab, count, close } = openBrowser();
  const { line, heard, states } = openTab();
  line.shown();
  await clock.advance(1000);
  heard.length = 0;
  close();
  await clock.advance(900);
  expect(heard).toEqual([]);
  await clock.advance(1000);
  expect(heard).toEqual(['notifications', 'list']);
  expect(states).toEqual([true, false, true]);
  expect(count()).toEqual({ channels: 1, opened: 2 });
});

test('while the server is away, tries come less and less often', async () => {
  const { clock, openTab, count } = openBrowser(() => false);
  openTab().line.shown();
  await clock.advance(600_000);
  expect(count().opened).toBeGreaterThan(15);
  expect(count().opened).toBeLessThan(30);
});

test('a page that leaves stops trying, and what its channel still says counts for nothing', async () => {
  const { clock, openTab, count, emit } = openBrowser(() => false);
  const { line, heard } = openTab();
  line.shown();
  await clock.advance(150);
  line.leave();
  await clock.advance(600_000);
  emit({ kind: 'joined' });
  emit(message('list'));
  expect(count()).toEqual({ channels: 0, opened: 1 });
  expect(heard).toEqual([]);
});
