import { OrderedList } from '@tiptap/extension-list';

/** A style, because in Chromium no selector tells `type="a"` from `type="A"`. */
const STYLES: ReadonlyMap<unknown, string> = new Map([
  ['1', 'decimal'],
  ['a', 'lower-alpha'],
  ['A', 'upper-alpha'],
  ['i', 'lower-roman'],
  ['I', 'upper-roman'],
]);

/** The library's list leaves out the type `1`, which a list below another needs. */
export const NumberedList = OrderedList.extend({
  renderHTML({ node }) {
    const { start, type } = node.attrs;
    const style = STYLES.get(type);
    return [
      'ol',
      {
        start: start === 1 ? null : start,
        type: type || null,
        style: style === undefined ? null : `list-style-type: ${style}`,
      },
      0,
    ];
  },
});
