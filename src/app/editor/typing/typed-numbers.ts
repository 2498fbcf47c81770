/** Numbers typed at the start of a line: list numbers, and dates and years, which are text. */
import { Extension, InputRule, type Node } from '@tiptap/core';
import type { ResolvedPos } from '@tiptap/pm/model';
import { TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state';

/** A typed number starts a list only if it is 1 or continues the list above: `2024. ` and `5. května` are text. */
export const withListNumbers = <Options>(list: Node<Options>): Node<Options> =>
  list.extend({
    addInputRules() {
      return (this.parent?.() ?? []).map(
        ({ find, handler }) =>
          new InputRule({
            find,
            handler: (props) => {
              const number = Number(props.match[1]);
              const $line = props.state.doc.resolve(props.range.from);
              return number === 1 || number === nextNumber($line, list.name) ? handler(props) : null;
            },
          }),
      );
    },
  });

/** The number that continues the list above, unless a heading or a rule comes between. */
function nextNumber($line: ResolvedPos, list: string): number | null {
  const around = $line.node(-1);
  for (let index = $line.index(-1) - 1; index >= 0; index -= 1) {
    const above = around.child(index);
    if (above.type.name === list) return Number(above.attrs['start']) + above.childCount;
    if (['heading', 'horizontalRule'].includes(above.type.name)) return null;
  }
  return null;
}

const MONTH =
  'máje?|ledna|února|března|dubna|května|června|července|srpna|září|října|listopadu|prosince|(?:[1-9]|1[0-2])\\.';
const DATE = new RegExp(String.raw`^(?:${MONTH})[^\p{L}\d\n]$`, 'iu');
const WHOLE_DATE = new RegExp(`^(?:${MONTH})$`, 'iu');

/** `1. ` starts a list, but `1. května` and `1. 5.` are dates. */
export const TypedDates = Extension.create({
  name: 'typedDates',
  // Before the input rules of lists.
  priority: 1050,
  addInputRules: () => [
    new InputRule({
      find: (text) => {
        const match = DATE.exec(text);
        return match && { index: 0, text: match[0] };
      },
      handler: ({ state, range, match }) => {
        const { tr, doc } = state;
        return takeOutOfList(tr, doc.resolve(range.to), match[0]) ? undefined : null;
      },
    }),
  ],
  addKeyboardShortcuts() {
    const endLine = (): boolean => {
      const { state, view } = this.editor;
      const tr = takeOutLine(state);
      if (tr) view.dispatch(tr);
      return false;
    };
    return { Enter: endLine, 'Shift-Enter': endLine };
  },
});

function takeOutLine({ selection, tr }: EditorState): Transaction | null {
  const { $from, empty } = selection;
  const text = $from.parent.textContent;
  return empty && WHOLE_DATE.test(text) && takeOutOfList(tr, $from, text) ? tr : null;
}

/**
 * Turns the last line of a numbered list, with the caret at its end, into a paragraph: its number and `text`. A longer
 * list requires the name of a month: `3. patro` may well be an item.
 */
function takeOutOfList(tr: Transaction, $line: ResolvedPos, text: string): boolean {
  if ($line.depth < 3 || $line.parentOffset < $line.parent.content.size) return false;
  const [line, item, list] = [$line.parent, $line.node(-1), $line.node(-2)];
  const isLast = item.childCount === 1 && $line.index(-2) === list.childCount - 1;
  const isList = list.type.name === 'orderedList' && line.type.name === 'paragraph';
  if (!isList || !isLast || (list.childCount > 1 && /^\d/.test(text))) return false;
  const [begin, end] = [$line.before(-2), $line.after(-2)];
  const whole = `${String(Number(list.attrs['start']) + list.childCount - 1)}. ${text}`;
  tr.insert(end, line.type.create(line.attrs, line.type.schema.text(whole)));
  if (list.childCount === 1) tr.delete(begin, end);
  else tr.delete($line.before(-1), $line.after(-1));
  tr.setSelection(TextSelection.create(tr.doc, tr.mapping.map(end, -1) + 1 + whole.length));
  return true;
}
