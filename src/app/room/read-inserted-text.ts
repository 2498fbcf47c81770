/**
 * Reads the text in updates without their document: inserted and not deleted characters, in text order, one line per
 * place.
 */
import * as Y from 'yjs';

interface Character {
  readonly text: string;
  next: Character | null;
}

/** `isWanted` is called with the Yjs id of each character. */
export function readInsertedText(
  updates: readonly Uint8Array[],
  isWanted: (client: number, clock: number) => boolean = () => true,
): string {
  if (updates.length === 0) return '';
  const { structs, ds } = Y.decodeUpdate(Y.mergeUpdates([...updates]));
  const characters = new Map<string, Character>();
  const starts: Character[] = [];
  for (const item of structs) {
    if (!(item instanceof Y.Item)) continue;
    const { client, clock } = item.id;
    const isDeleted = (at: number): boolean =>
      (ds.clients.get(client) ?? []).some((range) => range.clock <= at && at < range.clock + range.len);
    let before = item.origin ? characters.get(`${item.origin.client}/${item.origin.clock}`) : undefined;
    for (const [offset, text] of charactersOf(item).entries()) {
      const character: Character = {
        text: isDeleted(clock + offset) || !isWanted(client, clock + offset) ? '' : text,
        next: before?.next ?? null,
      };
      if (before) before.next = character;
      else starts.push(character);
      characters.set(`${client}/${clock + offset}`, character);
      before = character;
    }
  }
  return starts
    .map(readFrom)
    .filter((line) => line.trim() !== '')
    .join('\n');
}

/** One entry per clock tick; formatting takes ticks but has no text. */
function charactersOf(item: Y.Item): readonly string[] {
  if (item.content instanceof Y.ContentString) return item.content.str.split('');
  return Array.from({ length: item.length }, () => '');
}

function readFrom(start: Character): string {
  let line = '';
  for (let character: Character | null = start; character; character = character.next) line += character.text;
  return line;
}
