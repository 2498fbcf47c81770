import type { AnyExtension } from '@tiptap/core';
import { CollaborationCursor } from '@tiptap/extension-collaboration-cursor';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import type { Awareness } from 'y-protocols/awareness';

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
 * only moves it, so the label is shown again, and a changed name or colour redrawn, when that client's awareness changes.
 */
export function remoteCarets(awareness: Awareness, user: CaretUser): AnyExtension {
  const carets = new Map<number, HTMLElement>();
  return CollaborationCursor.extend({
    addProseMirrorPlugins() {
      return [...(this.parent?.() ?? []), repaintOnChange(awareness, carets)];
    },
  }).configure({
    provider: { awareness },
    user: { ...user },
    render: (peer: Record<string, unknown>, clientId?: number) => {
      const caret = build();
      paint(caret, peer);
      if (clientId !== undefined) carets.set(clientId, caret);
      return caret;
    },
    selectionRender: (peer: Record<string, unknown>) => ({
      class: 'peer-selection',
      style: `--author: ${readColor(peer['color'])}`,
    }),
  });
}

function repaintOnChange(awareness: Awareness, carets: Map<number, HTMLElement>): Plugin {
  const repaint = ({ updated, removed }: { updated: number[]; removed: number[] }): void => {
    for (const id of removed) carets.delete(id);
    for (const id of updated) {
      const caret = carets.get(id);
      const peer: unknown = awareness.getStates().get(id)?.['user'];
      if (caret && isRecord(peer)) paint(caret, peer);
    }
  };
  return new Plugin({
    key: new PluginKey('repaintCarets'),
    view: (view) => {
      awareness.on('change', repaint);
      let frame = 0;
      return {
        // In a frame the page is laid out anyway: measuring then costs no second time.
        update: () => {
          cancelAnimationFrame(frame);
          if (carets.size > 0) frame = requestAnimationFrame(() => flipAtEdge(carets.values(), view.dom));
        },
        destroy: () => {
          cancelAnimationFrame(frame);
          awareness.off('change', repaint);
        },
      };
    },
  });
}

/** A name that would run out of the column stands to the left of its caret. */
function flipAtEdge(carets: Iterable<HTMLElement>, text: HTMLElement): void {
  const edge = (text.closest('.editor') ?? text).getBoundingClientRect().right;
  const flips = [...carets].map((caret) => ({
    caret,
    isOut: caret.getBoundingClientRect().left + labelOf(caret).offsetWidth > edge,
  }));
  for (const { caret, isOut } of flips) labelOf(caret).classList.toggle('is-flipped', isOut);
}

function labelOf(caret: HTMLElement): HTMLElement {
  const label = caret.querySelector<HTMLElement>('.peer-label');
  if (!label) throw new Error('a caret has a label');
  return label;
}

function build(): HTMLElement {
  const caret = document.createElement('span');
  caret.className = 'peer-caret';
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
  for (const fade of label.getAnimations?.() ?? []) {
    fade.cancel();
    fade.play();
  }
}

export function readColor(color: unknown): string {
  return typeof color === 'string' && COLOR.test(color) ? color : FALLBACK_COLOR;
}

export function readName(name: unknown): string {
  return typeof name === 'string'
    ? Array.from(name.replace(INVISIBLE, '').trim()).slice(0, MAX_LABEL_CHARS).join('')
    : '';
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
