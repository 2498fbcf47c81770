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
    view: () => {
      awareness.on('change', repaint);
      return { destroy: () => awareness.off('change', repaint) };
    },
  });
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
  const label = caret.querySelector<HTMLElement>('.peer-label');
  if (!label) return;
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
