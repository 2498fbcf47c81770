import type { Writer } from '../../data/history-log.ts';
import type { Actors } from './use-actors.ts';

/** Authors by the id of their change, in the order of its parts. Two people whose accounts are gone count as one. */
export function peopleOfChanges({ parts, writers }: Actors): ReadonlyMap<number, readonly Writer[]> {
  const people = new Map<number, Writer[]>();
  for (const [part, actors] of parts) {
    if (part.kind === 'same' || part.id === null) continue;
    const known = people.get(part.id) ?? [];
    people.set(part.id, known);
    for (const { client } of actors) {
      const writer = client === null ? undefined : writers.get(client);
      if (writer && !known.some(({ id }) => id === writer.id)) known.push(writer);
    }
  }
  return people;
}
