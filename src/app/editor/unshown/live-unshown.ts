import type { NodeViewRendererProps } from '@tiptap/core';
import './unshown.css';
import { Unshown, UnshownInline } from '../schema/unshown.ts';

export interface UnshownNames {
  /** Stands in place of the content. */
  readonly text: () => string;
  /** Name of the button that deletes it. */
  readonly remove: () => string;
}

/** Parts that can't be shown, with a button to delete them for those who may edit. */
export const liveUnshown = (names: UnshownNames) => [
  Unshown.extend({ addNodeView: () => (props) => drawUnshown(props, names, 'div') }),
  UnshownInline.extend({ addNodeView: () => (props) => drawUnshown(props, names, 'span') }),
];

function drawUnshown({ editor, getPos }: NodeViewRendererProps, names: UnshownNames, tag: 'div' | 'span') {
  const dom = document.createElement(tag);
  dom.className = 'unshown';
  dom.contentEditable = 'false';
  dom.setAttribute('role', 'note');
  const text = document.createElement('span');
  text.textContent = names.text();
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = names.remove();
  button.addEventListener('click', () => {
    const pos = getPos();
    const node = pos === undefined ? null : editor.state.doc.nodeAt(pos);
    if (pos === undefined || !node || !editor.isEditable) return;
    editor.view.dispatch(editor.state.tr.delete(pos, pos + node.nodeSize));
  });
  dom.append(text, button);
  return { dom, stopEvent: ({ target }: Event) => target === button, ignoreMutation: () => true };
}
