/** Footnotes and endnotes, as a list behind the text. */
import { BlockReader } from './read-blocks.ts';
import { signRun } from './read-signs.ts';
import type { Reading } from './read-state.ts';
import { element, elementsOf, textOf, type XmlElement } from './read-xml.ts';

export function readNotes(reading: Reading): XmlElement[] {
  const blocks: XmlElement[] = [];
  // A note may refer to a further one.
  for (const { kind, id } of reading.notes.list()) {
    const found = reading.docx.part(kind);
    const note = elementsOf(found?.root).find(({ attributes }) => attributes['w:id'] === id);
    if (!found || !note) continue;
    if (blocks.length === 0) blocks.push(rule(reading));
    reading.signs.loss('footnote', 'simplified', textOf(note));
    blocks.push(...new BlockReader(reading, found.relations, { place: 'note' }).read(note));
  }
  return blocks;
}

function rule(reading: Reading): XmlElement {
  const style = element('w:pStyle', { 'w:val': reading.paths.style('p:fresh') });
  return element('w:p', {}, [element('w:pPr', {}, [style]), signRun(reading.signs.html('<hr>'))]);
}
