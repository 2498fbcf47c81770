import { Callout } from '../schema/callout.ts';
import { readKind, type CalloutKind } from '../schema/callout-kinds.ts';

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
