// @vitest-environment jsdom
/** Text and carets travel on two lanes, and text may come later. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { applyAwarenessUpdate, encodeAwarenessUpdate } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { caretPlaces } from '../../../../../src/app/editor/binding/caret-labels.ts';
import { createPlaces } from '../../../../../src/app/editor/carets/create-places.ts';
import { closeSeat, openSeat, typeText, type Seat } from '../../../../support/editors.ts';
import { fillInLayout } from '../../../../support/render-app.tsx';

fillInLayout();

const KEY_MS = 70;
const CARET_MS = 80;
const FRAME_MS = 16;

let jana: Seat;
let petr: Seat;
let textMs: () => number;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  textMs = () => 0;
  petr = openSeat('Petr', '#007e68');
  petr.editor.commands.setContent('<h1>Budget</h1><p>Money.</p><h1>Staff</h1><p>People.</p>');
  petr.editor.view.hasFocus = () => true;
  jana = openSeat('Jana', '#ce0d6e', { state: Y.encodeStateAsUpdate(petr.doc) });
  const remote = { from: petr.doc.clientID };
  petr.doc.on('update', (update: Uint8Array) => {
    setTimeout(() => Y.applyUpdate(jana.doc, update, remote), textMs());
  });
  petr.awareness.on('update', () => {
    const state = encodeAwarenessUpdate(petr.awareness, [petr.doc.clientID]);
    setTimeout(() => applyAwarenessUpdate(jana.awareness, state, remote), CARET_MS);
  });
});

afterEach(() => {
  closeSeat(jana);
  closeSeat(petr);
  vi.useRealTimers();
});

const drawnCarets = (): number => jana.editor.view.dom.querySelectorAll('.peer-caret').length;
const place = (): number | undefined => caretPlaces(jana.editor.state).get(petr.doc.clientID);
const endOfText = (): number => petr.editor.state.doc.content.size - 1;

/** Petr does this, then the time of one key passes. Returns what Jana sees in each frame. */
function press(act: () => void) {
  act();
  const frames = [];
  for (let ms = 0; ms < KEY_MS; ms += FRAME_MS) {
    vi.advanceTimersByTime(FRAME_MS);
    frames.push({ carets: drawnCarets(), places: [...createPlaces(jana.editor).sections().values()] });
  }
  return frames;
}

test('a caret stays in every frame while its user types and the text comes later', () => {
  petr.editor.commands.setTextSelection(endOfText());
  vi.advanceTimersByTime(1000);
  const before = place();
  textMs = () => CARET_MS + 250;
  const keys = 'New people come in May. '.split('');
  const frames = keys.flatMap((key) => press(() => typeText(petr, key)));
  frames.push(...press(() => petr.editor.commands.splitBlock()));
  frames.push(...keys.flatMap((key) => press(() => typeText(petr, key))));
  expect(frames.filter(({ carets }) => carets !== 1)).toEqual([]);
  expect(frames.filter(({ places }) => places.join() !== 'Staff')).toEqual([]);
  vi.advanceTimersByTime(1000);
  expect(jana.editor.getText()).toBe(petr.editor.getText());
  expect(place()).toBeGreaterThan(before ?? Infinity);
  expect(place()).toBe(petr.editor.state.selection.head);
});

test('an early caret goes with local changes above it, and goes when its user hides it or leaves', () => {
  petr.editor.commands.setTextSelection(endOfText());
  vi.advanceTimersByTime(1000);
  textMs = () => 60_000;
  press(() => typeText(petr, 'late'));
  vi.advanceTimersByTime(500);
  const early = place() ?? Number.NaN;
  jana.editor.view.dispatch(jana.editor.state.tr.insertText('More ', 1));
  vi.advanceTimersByTime(500);
  expect([drawnCarets(), place()]).toEqual([1, early + 5]);
  // A block that is split above it, which the library draws without carets at first.
  jana.editor.chain().setTextSelection(3).splitBlock().run();
  vi.advanceTimersByTime(500);
  expect([drawnCarets(), place()]).toEqual([1, early + 7]);
  petr.awareness.setLocalStateField('cursor', null);
  vi.advanceTimersByTime(500);
  expect([drawnCarets(), place()]).toEqual([0, undefined]);
});

test('a caret whose first place is not known yet is drawn with its text', () => {
  textMs = () => 400;
  petr.editor.commands.setTextSelection(endOfText());
  typeText(petr, 'new');
  vi.advanceTimersByTime(200);
  expect(drawnCarets()).toBe(0);
  vi.advanceTimersByTime(400);
  expect([drawnCarets(), place()]).toEqual([1, petr.editor.state.selection.head]);
});
