/** Finds the authors of the changes in a comparison. */
import { type DocumentNode } from '../text/document-node.ts';
import type { Comparison, Part } from '../comparison/parts.ts';
import { createCursor, sizeOf, type Span } from './read-spans.ts';
import type { Trace } from './trace-log.ts';

/** A run of units that one client changed; the runs of a part follow each other. Null for an unknown client. */
export interface Actor {
  readonly client: number | null;
  readonly length: number;
}

/** `before` and `after` are the spans of the two documents that were compared. */
export function nameActors(
  { parts }: Pick<Comparison, 'parts'>,
  before: readonly Span[],
  after: readonly Span[],
  trace: Trace,
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
        actors.set(part, eachUnit(takeBefore(sizeOf(part.node)), trace.removedBy));
        return;
      case 'after':
        actors.set(part, eachUnit(takeAfter(sizeOf(part.node)), trace.addedBy));
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

function eachUnit(spans: readonly Span[], whoOf: Trace['addedBy']): Actor[] {
  const actors: Actor[] = [];
  for (const { client, clock, length } of spans) {
    for (let at = 0; at < length; at += 1) {
      const who = whoOf({ client, clock: clock + at });
      const last = actors.at(-1);
      if (last && last.client === who) actors[actors.length - 1] = { client: who, length: last.length + 1 };
      else actors.push({ client: who, length: 1 });
    }
  }
  return actors;
}

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
