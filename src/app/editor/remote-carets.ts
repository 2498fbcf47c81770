import { cutText } from '#contract/cut-text.ts';
import type { AnyExtension } from '@tiptap/core';
import { CollaborationCursor } from '@tiptap/extension-collaboration-cursor';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey, type EditorState } from '@tiptap/pm/state';
import { DecorationSet, type EditorView } from '@tiptap/pm/view';
import { yCursorPluginKey, ySyncPluginKey } from '@tiptap/y-tiptap';
import type { Awareness } from 'y-protocols/awareness';
import { caretLabels, drawnFor } from './caret-labels.ts';
import { readSelection } from './fresh-selection.ts';

export interface CaretUser {
  readonly name: string;
  /** `#rrggbb` */
  readonly color: string;
}

const COLOR = /^#[0-9a-f]{6}$/i;
const FALLBACK_COLOR = '#5f5f5a';
const MAX_LABEL_CHARS = 60;
/** Controls and direction overrides could make one name look like another. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * Draws the carets of others: name above the line, in that person's colour. The binding keeps one element per client and
 * only moves it, so a changed name or colour is redrawn when that client's awareness changes.
 */
export function remoteCarets(awareness: Awareness, user: CaretUser): AnyExtension {
  const carets: Carets = new Map();
  const named = new Set<number>();
  const setIdle = (clientId: number | undefined): void =>
    void carets.get(clientId)?.classList.toggle('is-idle', clientId !== undefined && !named.has(clientId));
  return CollaborationCursor.extend({
    addProseMirrorPlugins() {
      return [...(this.parent?.() ?? []), caretLabels(named, setIdle), drawOnChange(awareness, carets)];
    },
  }).configure({
    provider: { awareness: asked(awareness) },
    user: { ...user },
    render: (peer: Record<string, unknown>, clientId?: number) => {
      // One that is drawn anew because something else touched the page, as an extension does, stands where it stood.
      const caret = build(carets.get(clientId)?.className);
      paint(caret, peer);
      carets.set(clientId, caret);
      setIdle(clientId);
      return caret;
    },
    selectionRender: (peer: Record<string, unknown>) => ({
      class: 'peer-selection',
      style: `--author: ${readColor(peer['color'])}`,
    }),
  });
}

/** What the binding asks of it. That it changed is not told: the binding would draw all carets with each letter of mine. */
function asked(awareness: Awareness) {
  const never = (): void => undefined;
  return {
    states: awareness.states,
    getStates: () => awareness.getStates(),
    getLocalState: () => awareness.getLocalState(),
    setLocalStateField: (field: string, value: unknown) => awareness.setLocalStateField(field, value),
    on: never,
    off: never,
  };
}

/** By client, which the binding need not name. */
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
      const hear = (change: Change): void => {
        repaint(change);
        drawing.ask(othersIn(change));
      };
      awareness.on('change', hear);
      let frame = 0;
      // In a frame the page is laid out anyway: measuring then costs no second time.
      const flipSoon = (): void => {
        cancelAnimationFrame(frame);
        frame = requestAnimationFrame(() => flipAtEdge(carets.values(), view.dom));
      };
      // Lines break elsewhere in a column of another width: a phone is turned, a panel opens.
      const size = new ResizeObserver(flipSoon);
      size.observe(view.dom);
      return {
        update: (_, before) => {
          if (drawnIn(view.state) === drawnIn(before)) return;
          if (isMine(view.state, before)) {
            if (mustDrawAnew(view.state, before)) drawing.askAnew();
            return;
          }
          flipSoon();
        },
        destroy: () => {
          size.disconnect();
          drawing.stop();
          cancelAnimationFrame(frame);
          awareness.off('change', hear);
        },
      };
    },
  });
}

/** On the next turn of the event loop, once for all that is asked in this one. */
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
  const askAnew = (): void => void (timer ??= setTimeout(draw));
  return {
    askAnew,
    /** Because of these clients. */
    ask: (changed: readonly number[]) => {
      for (const client of changed) clients.add(client);
      if (changed.length > 0) askAnew();
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

/** Carets move with the text around them, but not in a paragraph that I change: there they are placed anew. */
function mustDrawAnew(state: EditorState, before: EditorState): boolean {
  const wereDrawn = drawnIn(before);
  const areGone = drawnIn(state) === DecorationSet.empty && wereDrawn !== DecorationSet.empty;
  return areGone || wereDrawn.find(...changedBlocks(before.doc, state.doc)).length > 0;
}

/** From the start of the first block of the document that has changed to the end of the last, in the document before. */
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

/** A name that would run out of the column stands to the left of its caret. */
function flipAtEdge(carets: Iterable<HTMLElement>, text: HTMLElement): void {
  const edge = (text.closest('.editor') ?? text).getBoundingClientRect().right;
  const isOut = (caret: HTMLElement): boolean =>
    caret.getBoundingClientRect().left + labelOf(caret).offsetWidth > edge;
  const flips = [...carets].map((caret) => [caret, isOut(caret)] as const);
  for (const [caret, flip] of flips) caret.classList.toggle('is-flipped', flip);
}

function labelOf({ firstElementChild: label }: HTMLElement): HTMLElement {
  if (label instanceof HTMLElement) return label;
  throw new Error('a caret has a label');
}

function build(className = 'peer-caret'): HTMLElement {
  const caret = document.createElement('span');
  caret.className = className;
  // Read by nobody: where others are is said in words elsewhere, and a name inside the sentence would garble it.
  caret.setAttribute('aria-hidden', 'true');
  const label = document.createElement('span');
  label.className = 'peer-label';
  caret.append(label);
  return caret;
}

function paint(caret: HTMLElement, user: Record<string, unknown>): void {
  caret.style.setProperty('--author', readColor(user['color']));
  const label = labelOf(caret);
  // Drawn by the style sheet: as text it would be found, copied and counted as part of the document.
  label.dataset['name'] = readName(user['name']);
}

export function readColor(color: unknown): string {
  return typeof color === 'string' && COLOR.test(color) ? color : FALLBACK_COLOR;
}

export function readName(name: unknown): string {
  return typeof name === 'string' ? cutText(name.replace(INVISIBLE, '').trim(), MAX_LABEL_CHARS) : '';
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
