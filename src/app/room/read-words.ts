/**
 * Reads the text in updates without their document: inserted and not deleted characters, in text order, one line per
 * place.
 */
import * as Y from 'yjs';

interface Letter {
  readonly text: string;
  next: Letter | null;
}

/** `isWanted` is called with the Yjs id of each character. */
export function readWords(
  updates: readonly Uint8Array[],
  isWanted: (client: number, clock: number) => boolean = () => true,
): string {
  if (updates.length === 0) return '';
  const { structs, ds } = Y.decodeUpdate(Y.mergeUpdates([...updates]));
  const letters = new Map<string, Letter>();
  const starts: Letter[] = [];
  for (const item of structs) {
    if (!(item instanceof Y.Item)) continue;
    const { client, clock } = item.id;
    const isDeleted = (at: number): boolean =>
      (ds.clients.get(client) ?? []).some((range) => range.clock <= at && at < range.clock + range.len);
    let before = item.origin ? letters.get(`${item.origin.client}/${item.origin.clock}`) : undefined;
    for (const [offset, text] of lettersOf(item).entries()) {
      const letter: Letter = {
        text: isDeleted(clock + offset) || !isWanted(client, clock + offset) ? '' : text,
        next: before?.next ?? null,
      };
      if (before) before.next = letter;
      else starts.push(letter);
      letters.set(`${client}/${clock + offset}`, letter);
      before = letter;
    }
  }
  return starts
    .map(readFrom)
    .filter((line) => line.trim() !== '')
    .join('\n');
}

/** One entry per clock tick; formatting takes ticks but has no text. */
function lettersOf(item: Y.Item): readonly string[] {
  if (item.content instanceof Y.ContentString) return item.content.str.split('');
  return Array.from({ length: item.length }, () => '');
}

function readFrom(start: Letter): string {
  let line = '';
  for (let letter: Letter | null = start; letter; letter = letter.next) line += letter.text;
  return line;
}
