/** Where the other people are, whom they follow, and who types. Created for a room on first use. */
import { Guide } from './guide.ts';
import type { Room } from './open-room.ts';
import type { Places } from './places.ts';
import { watchTypists, type Typists } from './typists.ts';

export interface Company {
  readonly places: Places;
  readonly guide: Guide;
  readonly typists: Typists;
}

const companies = new WeakMap<Room, Omit<Company, 'places'>>();

const nowMs = (): number => performance.now();

export function companyOf(room: Room, places: Places): Company {
  const known = companies.get(room) ?? openCompany(room);
  companies.set(room, known);
  return { ...known, places };
}

function openCompany(room: Room): Omit<Company, 'places'> {
  const guide = new Guide({ people: () => room.people(), say: room.say, nowMs });
  room.onHeard((from, bytes) => guide.hear(from, bytes));
  return { guide, typists: watchTypists(room.beforeIncoming, nowMs) };
}
