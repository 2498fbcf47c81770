import { mentionText } from '#contract/text/leaf-text.ts';
import { isId, Mention } from '../schema/mention.ts';
import type { MemberDirectory } from './member-directory.ts';

/** Shows the current name of the member. */
export const liveMention = (directory: MemberDirectory) =>
  Mention.extend({
    addNodeView:
      () =>
      ({ node }) => {
        const dom = document.createElement('span');
        dom.className = 'mention';
        const { id } = node.attrs as Record<string, unknown>;
        const show = (): void => {
          const name = isId(id) ? directory.nameOf(id) : null;
          dom.textContent = name === null ? mentionText(node.attrs) : mentionText({ label: name });
        };
        const forget = directory.subscribe(show);
        if (isId(id)) directory.want();
        show();
        return { dom, update: (updated) => updated.eq(node), destroy: forget };
      },
  });
