/** Finds the authors of the changes in a comparison. */
import { type DocumentNode } from '../text/document-node.ts';
import type { Comparison, Part } from '../comparison/parts.ts';
import type { Id } from './id-ranges.ts';
import type { Missing } from './placement.ts';
import { createCursor, sizeOf, type Span } from './read-spans.ts';
import type { Trace } from './trace-log.ts';

/** A run of units that one client changed; the runs of a part follow each other. Null for an unknown client. */
export interface Actor {
  readonly client: number | null;
  readonly length: number;
  /** Of added text: the clients that moved it away from the text it was written between, the first one first. */
  readonly placers?: readonly number[];
  /** Of added text: text that others took away before its first unit, and after its last one. */
  readonly missing?: readonly [readonly Missing[], readonly Missing[]];
}

/** `before` and `after` are the spans of the two documents that were compared. */
export function nameActors(
  { parts }: Pick<Comparison, 'parts'>,
  before: readonly Span[],
  after: readonly Span[],
  trace: Trace,
  isSamePerson: IsSamePerson = isSameClient,
): ReadonlyMap<Part, readonly Actor[]> {
  const [takeBefore, takeAfter] = [createCursor(before), createCursor(after)];
  const actors = new Map<Part, readonly Actor[]>();
  const visit = (part: Part): void => {
    switch (part.kind) {
      case 'same':
        takeBefore(sizeOf(part.node));
        takeAfter(sizeOf(part.node));
        return;
      case 'before':
        actors.set(
          part,
          joinUnits(takeBefore(sizeOf(part.node)), (id) => ({ client: trace.removedBy(id), length: 1 })),
        );
        return;
      case 'after':
        actors.set(part, joinWriters(takeAfter(sizeOf(part.node)), trace, isSamePerson));
        return;
      case 'formatted':
        takeBefore(sizeOf(part.before));
        actors.set(
          part,
          takeAfter(sizeOf(part.after)).map((span) => formatter(part, span)),
        );
        return;
      case 'inside': {
        takeBefore(1);
        const [head] = takeAfter(1);
        if (part.id !== null && head) actors.set(part, [changerOfHead(part, head, trace)]);
        part.parts.forEach(visit);
      }
    }
  };
  parts.forEach(visit);
  return actors;
}

/** Runs of units of a document with the same writer, moved by the same clients, and cut where others took text away. */
export const joinWriters = (
  spans: readonly Span[],
  trace: Trace,
  isSamePerson: IsSamePerson = isSameClient,
): readonly Actor[] => joinUnits(spans, (id) => actorOf(id, trace, isSamePerson));

/** Whether two clients are sessions of one person. */
export type IsSamePerson = (one: number, other: number) => boolean;
const isSameClient: IsSamePerson = (one, other) => one === other;

function actorOf(id: Id, { addedBy, placedBy, shortenedBy }: Trace, isSamePerson: IsSamePerson): Actor {
  const client = addedBy(id);
  if (client === null) return { client, length: 1 };
  const placers = placedBy(id).filter((placer) => !isSamePerson(placer, client));
  const [before, after] = shortenedBy(id).map((gap) =>
    gap.filter(
      ({ writer, remover }) =>
        isSamePerson(writer, client) && remover !== null && !isSamePerson(remover, client),
    ),
  ) as [Missing[], Missing[]];
  return {
    client,
    length: 1,
    ...(placers.length > 0 ? { placers } : {}),
    ...(before.length + after.length > 0 ? { missing: [before, after] } : {}),
  };
}

function joinUnits(spans: readonly Span[], ofUnit: (id: Id) => Actor): readonly Actor[] {
  const actors: Actor[] = [];
  for (const { client, clock, length } of spans) {
    for (let at = 0; at < length; at += 1) {
      const actor = ofUnit({ client, clock: clock + at });
      const last = actors.at(-1);
      if (last && goesOn(last, actor)) {
        const missing = actor.missing ? ([last.missing?.[0] ?? [], actor.missing[1]] as const) : last.missing;
        actors[actors.length - 1] = { ...last, length: last.length + 1, ...(missing ? { missing } : {}) };
      } else actors.push(actor);
    }
  }
  return actors;
}

const goesOn = (last: Actor, { client, placers, missing }: Actor): boolean =>
  last.client === client &&
  String(last.placers) === String(placers) &&
  (last.missing?.[1].length ?? 0) === 0 &&
  (missing?.[0].length ?? 0) === 0;

type Sides = { readonly before: DocumentNode; readonly after: DocumentNode };

/** The client that set a mark which the text did not have. */
function formatter({ before, after }: Sides, { setBy, length }: Span): Actor {
  const old = new Set((before.marks ?? []).map((mark) => JSON.stringify(mark)));
  const added = (after.marks ?? []).find((mark) => !old.has(JSON.stringify(mark)));
  const removed = (before.marks ?? []).find(
    ({ type }) => !(after.marks ?? []).some((mark) => mark.type === type),
  );
  const name = added?.type ?? removed?.type;
  return { client: (name === undefined ? undefined : setBy.get(name)) ?? null, length };
}

/** The client that set an attribute to another value, or inserted the node in the place of the old one. */
function changerOfHead({ before, after }: Sides, head: Span, trace: Trace): Actor {
  if (before.type !== after.type) return { client: trace.addedBy(head), length: 1 };
  const [old, now] = [before.attrs ?? {}, after.attrs ?? {}];
  const name = Object.keys(now).find((key) => JSON.stringify(now[key]) !== JSON.stringify(old[key]));
  return { client: (name === undefined ? undefined : head.setBy.get(name)) ?? null, length: 1 };
}
