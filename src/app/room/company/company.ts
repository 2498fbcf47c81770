/** Places, following and activities of the other people. Created for a room on first use. */
import { activityOf, isSelection, type Activity } from './activity.ts';
import { Gathering } from './gathering.ts';
import { Guide } from './guide.ts';
import type { Room } from '../open-room.ts';
import type { Person } from '../people.ts';
import type { Places } from './places.ts';
import { Standings } from './standings.ts';
import { watchTypists } from './typists.ts';

export interface Company {
  readonly places: Places;
  readonly guide: Guide;
  readonly standings: Standings;
  readonly gathering: Gathering;
  readonly activityOf: (person: Person) => Activity;
}

const companies = new WeakMap<Room, Omit<Company, 'places'>>();

const nowMs = (): number => performance.now();

export function companyOf(room: Room, places: Places): Company {
  const known = companies.get(room) ?? openCompany(room);
  companies.set(room, known);
  return { ...known, places };
}

function openCompany(room: Room): Omit<Company, 'places'> {
  const host = { people: () => room.people(), send: room.sendNotice, nowMs };
  const [guide, standings, gathering] = [new Guide(host), new Standings(host), new Gathering(host)];
  room.on('notice', (from, bytes) => {
    for (const listener of [guide, standings, gathering]) listener.receive(from, bytes);
  });
  const typists = watchTypists((listener) => room.on('incoming', listener), nowMs);
  const states = room.awareness.getStates();
  return {
    guide,
    standings,
    gathering,
    activityOf: (person) =>
      activityOf({
        ...standings.of(person),
        isSilent: person.isSilent === true,
        isTyping: typists.isTyping(person.clients),
        isSelecting: person.clients.some((client) => isSelection(states.get(client)?.['cursor'])),
      }),
  };
}
