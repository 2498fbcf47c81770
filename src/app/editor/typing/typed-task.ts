/** Turns a list item into a task when `- [ ] ` is typed; the other items stay. */
import { InputRule, type Node } from '@tiptap/core';

const BOX = /^\[([ x]?)\]\s$/;

export const withTypedBox = <Options>(task: Node<Options>): Node<Options> =>
  task.extend({
    addInputRules() {
      const inList = new InputRule({
        find: BOX,
        handler: ({ state, range, match, chain }) => {
          if (state.selection.$from.node(-1).type.name !== 'listItem') return null;
          const checked = match[1] === 'x';
          chain().deleteRange(range).toggleTaskList().updateAttributes(task.name, { checked }).run();
          return undefined;
        },
      });
      return [...(this.parent?.() ?? []), inList];
    },
  });
