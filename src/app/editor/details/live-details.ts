import type { Node as Extension, NodeViewRendererProps } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import type { Decoration } from '@tiptap/pm/view';
import { pressDetailsKey } from './details-keys.ts';
import { Details } from '../schema/details.ts';
import { OWN_DIRECTION } from '../schema/direction.ts';
import { isOpen, openDetailsPlugin, saysOpen, setOpen } from './open-details.ts';

export interface DetailsNames {
  /** Accessible name of the toggle; the summary may be empty. */
  readonly button: (summary: string) => string;
  /** Shown in an empty summary. */
  readonly placeholder: () => string;
}

/** Details with node view, keys and local open state. */
export const liveDetails = (names: DetailsNames) =>
  Details.extend({
    // Before the keys of lists and blocks.
    priority: 150,
    addNodeView: () => (props) => new DetailsView(props, names),
    addProseMirrorPlugins: () => [openDetailsPlugin()],
    addKeyboardShortcuts() {
      const { editor } = this;
      return {
        Enter: () => pressDetailsKey(editor, 'Enter'),
        Backspace: () => pressDetailsKey(editor, 'Backspace'),
        Delete: () => pressDetailsKey(editor, 'Delete'),
        'Mod-Enter': () => pressDetailsKey(editor, 'Mod-Enter'),
      };
    },
  });

/** A real `summary` loses text when edited in some browsers. */
export const liveSummary = (summary: Extension): Extension =>
  summary.extend({
    addNodeView: () => () => {
      const dom = document.createElement('div');
      dom.className = 'details-summary';
      dom.dir = OWN_DIRECTION.dir;
      return { dom, contentDOM: dom };
    },
  });

class DetailsView {
  readonly dom = document.createElement('div');
  readonly contentDOM = document.createElement('div');
  readonly #button = document.createElement('button');
  readonly #names: DetailsNames;
  #node: Node;

  constructor({ node, decorations, editor, getPos }: NodeViewRendererProps, names: DetailsNames) {
    this.#names = names;
    this.#node = node;
    this.dom.className = 'details';
    this.#button.type = 'button';
    this.#button.className = 'details-button';
    this.#button.contentEditable = 'false';
    this.#button.addEventListener('mousedown', (event) => event.preventDefault());
    this.#button.addEventListener('click', () => {
      const pos = getPos();
      if (pos !== undefined) setOpen(editor, pos, !isOpen(editor.state, pos));
    });
    this.dom.append(this.#button, this.contentDOM);
    this.#show(decorations);
  }

  update(node: Node, decorations: readonly Decoration[]): boolean {
    if (node.type !== this.#node.type) return false;
    this.#node = node;
    this.#show(decorations);
    return true;
  }

  /** Ignores changes of the button and of the class, which comes from decorations. */
  ignoreMutation({ type, target }: { type: string; target: globalThis.Node }): boolean {
    return type !== 'selection' && !this.contentDOM.contains(target);
  }

  stopEvent({ target }: Event): boolean {
    return target === this.#button;
  }

  #show(decorations: readonly Decoration[]): void {
    const summary = this.#node.firstChild?.textContent.trim() ?? '';
    this.#button.setAttribute('aria-label', this.#names.button(summary));
    this.#button.setAttribute('aria-expanded', String(saysOpen(decorations)));
    this.dom.style.setProperty('--details-placeholder', JSON.stringify(this.#names.placeholder()));
  }
}
