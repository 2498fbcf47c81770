import { cutText } from '#contract/cut-text.ts';
import type { AnyExtension } from '@tiptap/core';
import { CollaborationCursor } from '@tiptap/extension-collaboration-cursor';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey, type EditorState } from '@tiptap/pm/state';
import { DecorationSet, type EditorView } from '@tiptap/pm/view';
import { yCursorPluginKey, ySyncPluginKey } from '@tiptap/y-tiptap';
import type { Awareness } from 'y-protocols/awareness';
import { caretLabels, drawnFor } from './caret-labels.ts';
import { keepEarlyCarets } from './early-carets.ts';
import { readSelection } from './fresh-selection.ts';

export interface CaretUser {
  readonly name: string;
  /** `#rrggbb` */
  readonly color: string;
}

const COLOR = /^#[0-9a-f]{6}$/i;
const FALLBACK_COLOR = '#5f5f5a';
/** Of a person whose line has failed. Legible on light and dark paper, and under white text. */
const SILENT_COLOR = '#767671';
const MAX_LABEL_CHARS = 60;
/** Control characters and direction overrides could make names look alike. Joiners and tags are parts of emoji. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}]|(?!\u200c|\u200d|[\u{e0020}-\u{e007f}])\p{Cf}/gu;

/**
 * Draws remote carets with their names in the author's color. The binding keeps one element per client and only moves
 * it, so awareness changes repaint name and color.
 */
export function remoteCarets(awareness: Awareness, user: CaretUser, showsOwn: () => boolean): AnyExtension {
  const carets: Carets = new Map();
  const named = new Set<number>();
  const setIdle = (clientId: number | undefined): void =>
    void carets.get(clientId)?.classList.toggle('is-idle', clientId !== undefined && !named.has(clientId));
  return CollaborationCursor.extend({
    addProseMirrorPlugins() {
      const drawing: Plugin[] = this.parent?.() ?? [];
      keepEarlyCarets(drawing, awareness);
      return [...drawing, caretLabels(named, setIdle), drawOnChange(awareness, carets)];
    },
  }).configure({
    provider: { awareness: ownCaret(awareness, showsOwn) },
    user: { ...user },
    render: (peer: Record<string, unknown>, clientId?: number) => {
      // A caret that is rebuilt because an extension changed the page keeps its state.
      const caret = build(carets.get(clientId)?.className);
      paint(caret, peer);
      carets.set(clientId, caret);
      setIdle(clientId);
      return caret;
    },
    selectionRender: (peer: Record<string, unknown>) => ({
      class: 'peer-selection',
      style: `--author: ${colorOf(peer)}`,
    }),
  });
}

/**
 * The awareness for the binding. It emits no change events: on each the binding would draw all carets, even after local
 * input. It lacks the user's caret while that is hidden.
 */
function ownCaret(awareness: Awareness, showsOwn: () => boolean) {
  const never = (): void => undefined;
  return {
    states: awareness.states,
    getStates: () => awareness.getStates(),
    getLocalState: () => awareness.getLocalState(),
    setLocalStateField: (field: string, value: unknown) => {
      if (field === 'cursor' && !showsOwn()) hideOwnCaret(awareness);
      else awareness.setLocalStateField(field, value);
    },
    on: never,
    off: never,
  };
}

/** Publishes the user's caret again, or withdraws it. */
export function showOwnCaret(view: EditorView, awareness: Awareness, isShown: boolean): void {
  if (isShown) view.dispatch(view.state.tr);
  else hideOwnCaret(awareness);
}

function hideOwnCaret(awareness: Awareness): void {
  if (awareness.getLocalState()?.['cursor'] != null) awareness.setLocalStateField('cursor', null);
}

/** By client id, which the binding may omit. */
type Carets = Map<number | undefined, HTMLElement>;
type Change = Readonly<Record<'added' | 'updated' | 'removed', number[]>>;

function drawOnChange(awareness: Awareness, carets: Carets): Plugin {
  const repaint = ({ updated, removed }: Change): void => {
    for (const id of removed) carets.delete(id);
    for (const id of updated) {
      const caret = carets.get(id);
      const peer: unknown = awareness.getStates().get(id)?.['user'];
      if (caret && isRecord(peer)) paint(caret, peer);
    }
  };
  const othersIn = ({ added, updated, removed }: Change): number[] =>
    [...added, ...updated, ...removed].filter((id) => id !== awareness.clientID);
  return new Plugin({
    key: new PluginKey('drawCarets'),
    view: (view) => {
      const drawing = drawSoon(view);
      const onAwareness = (change: Change): void => {
        repaint(change);
        drawing.ask(othersIn(change));
      };
      awareness.on('change', onAwareness);
      let frame = 0;
      // Measured in a frame, where the layout is up to date anyway.
      const flipSoon = (): void => {
        cancelAnimationFrame(frame);
        frame = requestAnimationFrame(() => flipAtEdge(carets.values(), view.dom));
      };
      // The column can change its width: a phone is turned, a panel opens.
      const size = new ResizeObserver(flipSoon);
      size.observe(view.dom);
      const onScroll = (): void => (carets.size > 0 ? flipSoon() : undefined);
      addEventListener('scroll', onScroll, { passive: true });
      return {
        update: (_, before) => {
          if (drawnIn(view.state) === drawnIn(before)) return;
          if (isMine(view.state, before)) {
            if (mustPlaceAgain(view.state, before)) drawing.askAgain();
            return;
          }
          flipSoon();
        },
        destroy: () => {
          size.disconnect();
          removeEventListener('scroll', onScroll);
          drawing.stop();
          cancelAnimationFrame(frame);
          awareness.off('change', onAwareness);
        },
      };
    },
  });
}

/** Draws in the next task, once for all requests until then. */
function drawSoon(view: EditorView) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let clients = new Set<number>();
  const draw = (): void => {
    timer = undefined;
    readSelection(view);
    const tr = view.state.tr.setMeta(yCursorPluginKey, { awarenessUpdated: true });
    view.dispatch(drawnFor(tr, clients));
    clients = new Set();
  };
  const askAgain = (): void => void (timer ??= setTimeout(draw));
  return {
    askAgain,
    /** Marks the carets of these clients as changed. */
    ask: (changed: readonly number[]) => {
      for (const client of changed) clients.add(client);
      if (changed.length > 0) askAgain();
    },
    stop: () => clearTimeout(timer),
  };
}

const drawnIn = (state: EditorState): DecorationSet =>
  yCursorPluginKey.getState(state) ?? DecorationSet.empty;

function isMine(state: EditorState, before: EditorState): boolean {
  const sync: { isChangeOrigin: boolean } | undefined = ySyncPluginKey.getState(state);
  return before.doc !== state.doc && sync?.isChangeOrigin !== true;
}

/** Carets are mapped with the text, except in a paragraph that changes locally: there they are placed again. */
function mustPlaceAgain(state: EditorState, before: EditorState): boolean {
  return drawnIn(before).find(...changedBlocks(before.doc, state.doc)).length > 0;
}

/** From the first changed top-level block to the end of the last, as positions in `before`. */
function changedBlocks(before: Node, after: Node): [from: number, to: number] {
  const [old, now] = [before.children, after.children];
  let [first, from, to] = [0, 0, before.content.size];
  for (; first < old.length && old[first] === now[first]; first += 1) from += old[first]?.nodeSize ?? 0;
  const moved = now.length - old.length;
  const least = Math.max(first, first - moved);
  for (let last = old.length - 1; last >= least && old[last] === now[last + moved]; last -= 1)
    to -= old[last]?.nodeSize ?? 0;
  return [from, to];
}

/** Puts a label to the left of its caret where it would leave the column, and below it where a bar would cover it. */
function flipAtEdge(carets: Iterable<HTMLElement>, text: HTMLElement): void {
  const right = (text.closest('.editor') ?? text).getBoundingClientRect().right;
  const top = barsAbove(text);
  const places = [...carets].map((caret) => {
    const box = caret.getBoundingClientRect();
    const label = labelOf(caret);
    const isLeft = box.left + label.offsetWidth > right;
    return { caret, isLeft, isBelow: box.top > top && box.top - label.offsetHeight < top };
  });
  for (const { caret, isLeft, isBelow } of places) {
    caret.classList.toggle('is-flipped', isLeft);
    caret.classList.toggle('is-below', isBelow);
  }
}

/** Pixels: the bar of the document. */
const BAR_PX = 52;

/** Lower edge of the bars at the top of the window. On a phone the toolbar is at the foot. */
function barsAbove(text: HTMLElement): number {
  const toolbar = text.closest('.editor')?.querySelector('.toolbar')?.getBoundingClientRect();
  return toolbar && toolbar.top <= BAR_PX ? Math.max(BAR_PX, toolbar.bottom) : BAR_PX;
}

function labelOf({ firstElementChild: label }: HTMLElement): HTMLElement {
  if (label instanceof HTMLElement) return label;
  throw new Error('the caret has no label');
}

function build(className = 'peer-caret'): HTMLElement {
  const caret = document.createElement('span');
  caret.className = className;
  // Hidden from screen readers: a name inside a sentence would garble it. Places of peers are announced elsewhere.
  caret.setAttribute('aria-hidden', 'true');
  const label = document.createElement('span');
  label.className = 'peer-label';
  caret.append(label);
  return caret;
}

function paint(caret: HTMLElement, user: Record<string, unknown>): void {
  caret.style.setProperty('--author', colorOf(user));
  const label = labelOf(caret);
  // Drawn by the style sheet: a text node would be found, copied and counted as part of the document.
  label.dataset['name'] = readName(user['name']);
}

/** Of the user of a caret. */
export const colorOf = ({ color, isSilent }: Record<string, unknown>): string =>
  isSilent === true ? SILENT_COLOR : readColor(color);

export function readColor(color: unknown): string {
  return typeof color === 'string' && COLOR.test(color) ? color : FALLBACK_COLOR;
}

export function readName(name: unknown): string {
  return typeof name === 'string' ? cutText(name.replace(INVISIBLE, '').trim(), MAX_LABEL_CHARS) : '';
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
