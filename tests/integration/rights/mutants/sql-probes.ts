import { commentProbes } from './comments-probes.ts';
import { calls, grants } from './functions-probes.ts';
import { deletionProbes, listedTitleProbes, serviceProbes, titleProbes } from './service-probes.ts';
import { ownProbes, outcomeProbes } from './own-probes.ts';
import { laneProbes, removalProbes } from './lanes-probes.ts';
import { bucketProbes, limitProbes, storedLimitProbes, storageProbes } from './storage-probes.ts';
import { searchProbes } from './search-probes.ts';
import { sweepingProbes } from './sweeping-probes.ts';
import { tableProbes } from './tables-probes.ts';
import { PEOPLE, type Catalogue, type SqlProbe } from './sql-probe.ts';

export const AREAS = [
  'tables',
  'functions',
  'service',
  'lanes',
  'storage',
  'removal',
  'own',
  'sweeping',
  'comments',
  'search',
] as const;
export type Area = (typeof AREAS)[number];

export const PROBES: Readonly<Record<Area, (catalogue: Catalogue) => SqlProbe[]>> = {
  tables: ({ tables }) => PEOPLE.flatMap((person) => tables.flatMap((table) => tableProbes(person, table))),
  functions: ({ functions }) => PEOPLE.flatMap((person) => [...grants(person, functions), ...calls(person)]),
  service: () => [
    ...PEOPLE.filter(([, name]) => !['anon', 'signed out'].includes(name)).flatMap(serviceProbes),
    ...deletionProbes(),
    ...titleProbes(),
    ...listedTitleProbes(),
  ],
  lanes: () => PEOPLE.flatMap(laneProbes),
  storage: () => [
    ...PEOPLE.flatMap(storageProbes),
    ...bucketProbes(),
    ...limitProbes(),
    ...storedLimitProbes(),
  ],
  removal: removalProbes,
  sweeping: sweepingProbes,
  comments: commentProbes,
  search: searchProbes,
  own: () => [...outcomeProbes(), ...PEOPLE.flatMap(ownProbes)],
};
