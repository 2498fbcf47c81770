import { Node, type Editor } from '@tiptap/core';
import { readKind, type CalloutKind } from './callout-kinds.ts';

/** Highlighted blocks of one of four kinds. */
export const Callout = Node.create({
  name: 'callout',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes: () => ({
    kind: {
      default: 'info',
      parseHTML: (element: HTMLElement) => readKind(element.dataset['kind']),
      renderHTML: ({ kind }: Record<string, unknown>) => ({ 'data-kind': readKind(kind) }),
    },
  }),
  parseHTML: () => [{ tag: 'div[data-type="callout"]' }],
  renderHTML: ({ HTMLAttributes }) => ['div', { ...HTMLAttributes, 'data-type': 'callout' }, 0],
});

/** `name` returns the accessible name of the icon. */
export const liveCallout = (name: (kind: CalloutKind) => string) =>
  Callout.extend({
    addNodeView:
      () =>
      ({ node }) => {
        const dom = document.createElement('div');
        const icon = document.createElement('span');
        const contentDOM = document.createElement('div');
        dom.className = 'callout';
        icon.className = 'callout-icon';
        icon.contentEditable = 'false';
        icon.setAttribute('role', 'img');
        dom.append(icon, contentDOM);
        const show = (kind: CalloutKind): void => {
          dom.dataset['kind'] = kind;
          icon.setAttribute('aria-label', name(kind));
        };
        show(readKind(node.attrs['kind']));
        return {
          dom,
          contentDOM,
          update: (updated) => {
            if (updated.type !== node.type) return false;
            show(readKind(updated.attrs['kind']));
            return true;
          },
        };
      },
  });

/** Wraps the selected blocks in a callout, changes its kind, or lifts them out when it has that kind already. */
export function toggleCallout(editor: Editor, kind: CalloutKind): void {
  const chain = editor.chain().focus(undefined, { scrollIntoView: false });
  const present = editor.isActive('callout') ? readKind(editor.getAttributes('callout')['kind']) : null;
  if (present === null) chain.wrapIn('callout', { kind }).run();
  else if (present === kind) chain.lift('callout').run();
  else chain.updateAttributes('callout', { kind }).run();
}
