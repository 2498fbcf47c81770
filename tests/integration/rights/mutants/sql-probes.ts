import { calls, grants } from './ask-functions.ts';
import { deletionProbes, serviceProbes, titleProbes } from './ask-service.ts';
import { ownProbes, outcomeProbes } from './ask-own.ts';
import { laneProbes, removalProbes } from './ask-lanes.ts';
import { bucketProbes, limitProbes, storageProbes } from './ask-storage.ts';
import { sweepingProbes } from './ask-sweeping.ts';
import { tableProbes } from './ask-tables.ts';
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
] as const;
export type Area = (typeof AREAS)[number];

export const PROBES: Readonly<Record<Area, (catalogue: Catalogue) => SqlProbe[]>> = {
  tables: ({ tables }) => PEOPLE.flatMap((person) => tables.flatMap((table) => tableProbes(person, table))),
  functions: ({ functions }) => PEOPLE.flatMap((person) => [...grants(person, functions), ...calls(person)]),
  service: () => [
    ...PEOPLE.filter(([, name]) => !['anon', 'signed out'].includes(name)).flatMap(serviceProbes),
    ...deletionProbes(),
    ...titleProbes(),
  ],
  lanes: () => PEOPLE.flatMap(laneProbes),
  storage: () => [...PEOPLE.flatMap(storageProbes), ...bucketProbes(), ...limitProbes()],
  removal: removalProbes,
  sweeping: sweepingProbes,
  own: () => [...outcomeProbes(), ...PEOPLE.flatMap(ownProbes)],
};
