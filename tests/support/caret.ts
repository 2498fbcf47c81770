/** Editors whose caret is marked by `|` in their text. */
import { openSeat, readHtml, type Seat } from './editors.ts';

/** An editor with the caret at `|`, or with the text between two bars selected. */
export function openAt(html: string): Seat {
  const seat = openSeat('Jana', '#ce0d6e');
  putAt(seat, html);
  return seat;
}

/** Does the same in an open editor. */
export function putAt(seat: Seat, html: string): void {
  const { editor } = seat;
  editor.commands.setContent(html);
  const places: number[] = [];
  for (let place = findBar(seat); place !== null; place = findBar(seat)) {
    places.push(place);
    editor.view.dispatch(editor.state.tr.delete(place, place + 1));
  }
  editor.commands.setTextSelection({ from: places[0] ?? 0, to: places.at(-1) ?? 0 });
}

function findBar({ editor }: Seat): number | null {
  let place: number | null = null;
  editor.state.doc.descendants((node, at) => {
    const offset = node.text?.indexOf('|') ?? -1;
    if (place === null && offset >= 0) place = at + offset;
  });
  return place;
}

/** The HTML without presentational attributes. */
export const htmlOf = ({ editor }: Seat): string =>
  readHtml(editor).replaceAll(/ (?:data-[a-z-]+|class|rel|target|start)="[^"]*"/g, '');
