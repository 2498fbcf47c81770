/** How deep a document may become, whatever the steps and their order. With real Yjs. */
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { MAX_DEPTH } from '../../../../supabase/functions/_shared/contract/limits.ts';
import { createUpdateGate } from '../../../../supabase/functions/_shared/contract/update-gate.ts';

/** Somebody who writes; what they write comes out update by update. */
function openWriter(clientId: number) {
  const doc = new Y.Doc();
  doc.clientID = clientId;
  const updates: Uint8Array[] = [];
  doc.on('update', (update: Uint8Array, origin: unknown) => {
    if (origin !== 'peer') updates.push(update);
  });
  return {
    doc,
    root: doc.getXmlFragment('default'),
    hear: (update: Uint8Array) => Y.applyUpdate(doc, update, 'peer'),
    take: (): Uint8Array => Y.mergeUpdates(updates.splice(0)),
  };
}

function nest(parent: Y.XmlFragment, levels: number): Y.XmlElement {
  let inner = parent as Y.XmlElement;
  for (let level = 0; level < levels; level += 1) {
    const next = new Y.XmlElement('blockquote');
    inner.insert(0, [next]);
    inner = next;
  }
  return inner;
}

/** The levels of one tower, each few of them an update. */
function tower(levels: number, step: number): Uint8Array[] {
  const writer = openWriter(7);
  const updates: Uint8Array[] = [];
  let top = nest(writer.root, step);
  updates.push(writer.take());
  for (let level = step; level < levels; level += step) {
    top = nest(top, step);
    updates.push(writer.take());
  }
  return updates;
}

const kinds = (updates: readonly Uint8Array[], gate = createUpdateGate()) =>
  updates.map((update) => gate.judge(update, 'log').kind);

describe('a tower', () => {
  test('as high as a document may be is good, in one piece or many', () => {
    expect(new Set(kinds(tower(MAX_DEPTH, 1)))).toEqual(new Set(['good']));
    expect(kinds(tower(MAX_DEPTH, MAX_DEPTH))).toEqual(['good']);
  });

  test('of many small steps is stopped where it gets too high, and stays stopped', () => {
    const verdicts = kinds(tower(3000, 10));
    const first = verdicts.indexOf('poison');
    expect(first).toBe(Math.floor((MAX_DEPTH + 2) / 10));
    expect(new Set(verdicts.slice(first))).toEqual(new Set(['poison']));
  });

  test('that goes on from a snapshot is measured from its ground', () => {
    const [below, above] = tower(80, 40) as [Uint8Array, Uint8Array];
    const doc = new Y.Doc();
    Y.applyUpdate(doc, below);
    const gate = createUpdateGate();
    expect(gate.judge(Y.encodeStateAsUpdate(doc), 'snapshot').kind).toBe('good');
    expect(gate.judge(above, 'log').kind).toBe('poison');
  });

  test('beside a deleted neighbour stands as deep as that', () => {
    const writer = openWriter(7);
    const deep = nest(writer.root, 60);
    deep.insert(
      0,
      ['a', 'b', 'c'].map(() => new Y.XmlElement('paragraph')),
    );
    deep.delete(0, 3);
    const folded = new Y.Doc();
    Y.applyUpdate(folded, writer.take());
    nest(deep, 20);
    const gate = createUpdateGate();
    expect(gate.judge(Y.encodeStateAsUpdate(folded), 'snapshot').kind).toBe('good');
    expect(gate.judge(writer.take(), 'log').kind).toBe('poison');
  });
});

describe('an update that waits for another', () => {
  /** One writes on from what the other has said. */
  function pair() {
    const [low, high] = [openWriter(7), openWriter(8)];
    const ground = nest(low.root, 40);
    const first = low.take();
    high.hear(first);
    const top = high.root.get(0) as Y.XmlElement;
    let inner = top;
    for (let level = 1; level < 40; level += 1) inner = inner.get(0) as Y.XmlElement;
    nest(inner, 40);
    void ground;
    return { first, second: high.take() };
  }

  test('is poison when it comes after what it stands on', () => {
    const { first, second } = pair();
    expect(kinds([first, second])).toEqual(['good', 'poison']);
  });

  test('is found out when what it stands on comes later, and nothing else suffers', () => {
    const { first, second } = pair();
    const gate = createUpdateGate();
    expect(gate.judge(second, 'log')).toEqual({ kind: 'good', banned: [] });
    expect(gate.judge(first, 'log')).toEqual({ kind: 'good', banned: [8] });
    expect(gate.judge(second, 'log').kind).toBe('poison');
    expect(gate.isBanned(second)).toBe(true);
    expect(gate.isBanned(first)).toBe(false);
  });

  test('is good when both together are low enough', () => {
    const [low, high] = [openWriter(7), openWriter(8)];
    nest(low.root, 5);
    const first = low.take();
    high.hear(first);
    nest(high.root.get(0) as Y.XmlElement, 5);
    const gate = createUpdateGate();
    const second = high.take();
    expect(gate.judge(second, 'live')).toEqual({ kind: 'good', banned: [] });
    expect(gate.judge(first, 'log')).toEqual({ kind: 'good', banned: [] });
    expect(gate.judge(second, 'log')).toEqual({ kind: 'good', banned: [] });
  });
});

describe('what is said live in somebody’s name', () => {
  test('is kept out when it is poison, and takes nothing from what they log', () => {
    const gate = createUpdateGate();
    for (const update of tower(200, 20)) gate.judge(update, 'live');
    const writer = openWriter(7);
    for (let at = 0; at < 200; at += 1) writer.root.insert(at, [new Y.XmlElement('paragraph')]);
    expect(gate.judge(writer.take(), 'log')).toEqual({ kind: 'good', banned: [] });
  });

  test('does not decide how deep their logged words stand', () => {
    const gate = createUpdateGate();
    const [forger, writer, other] = [openWriter(7), openWriter(7), openWriter(8)];
    nest(forger.root, 60);
    expect(gate.judge(forger.take(), 'live').kind).toBe('good');
    for (let at = 0; at < 60; at += 1) writer.root.insert(at, [new Y.XmlElement('paragraph')]);
    const truth = writer.take();
    other.hear(truth);
    nest(other.root.get(59) as Y.XmlElement, 20);
    const onIt = other.take();
    expect(gate.judge(onIt, 'log')).toEqual({ kind: 'good', banned: [] });
    expect(gate.judge(truth, 'log')).toEqual({ kind: 'good', banned: [] });
    expect(gate.isBanned(onIt)).toBe(false);
  });

  test('is dropped from what waits when its ground lets it grow too high, without a ban', () => {
    const [low, high] = [openWriter(7), openWriter(8)];
    nest(low.root, 1);
    const ground = low.take();
    high.hear(ground);
    const top = nest(high.root.get(0) as Y.XmlElement, 40);
    const first = high.take();
    const third = openWriter(9);
    third.hear(ground);
    third.hear(first);
    let inner = third.root.get(0) as Y.XmlElement;
    while (inner.length > 0) inner = inner.get(0) as Y.XmlElement;
    nest(inner, 40);
    expect(top.length).toBe(0);
    const last = third.take();
    const gate = createUpdateGate();
    expect(gate.judge(ground, 'log').kind).toBe('good');
    expect(gate.judge(last, 'live')).toEqual({ kind: 'good', banned: [] });
    expect(gate.judge(first, 'log')).toEqual({ kind: 'good', banned: [9] });
    expect(gate.isBanned(last)).toBe(false);
    expect(gate.judge(last, 'log').kind).toBe('poison');
  });
});

describe('a cell of a table', () => {
  /** Says something harmless first: what replaces it does not name its attribute in the bytes. */
  function widened(name: string, steps: readonly number[]): Uint8Array[] {
    const writer = openWriter(7);
    const cell = new Y.XmlElement('tableCell');
    writer.root.insert(0, [cell]);
    return [
      writer.take(),
      ...steps.map((step) => {
        cell.setAttribute(name, step as unknown as string);
        return writer.take();
      }),
    ];
  }

  test('that is made too wide step by step is poison where it is', () => {
    expect(kinds(widened('rowspan', [2, 3, 90_000]))).toEqual(['good', 'good', 'good', 'poison']);
    expect(kinds(widened('rowspan', [90_000]))).toEqual(['good', 'poison']);
    expect(kinds(widened('pixelWidth', [2, 3, 90_000]))).toEqual(['good', 'good', 'good', 'good']);
  });

  test('is known by what a snapshot says of it', () => {
    const steps = widened('colspan', [2, 3, 90_000]);
    const doc = new Y.Doc();
    for (const step of steps.slice(0, -1)) Y.applyUpdate(doc, step);
    const gate = createUpdateGate();
    expect(gate.judge(Y.encodeStateAsUpdate(doc), 'snapshot').kind).toBe('good');
    expect(gate.judge(steps.at(-1)!, 'log').kind).toBe('poison');
  });

  test('is found out when what names the attribute comes later', () => {
    const [cell, first, second] = widened('colspan', [2, 90_000]) as [Uint8Array, Uint8Array, Uint8Array];
    const gate = createUpdateGate();
    expect(gate.judge(cell, 'log').kind).toBe('good');
    expect(gate.judge(second, 'log')).toEqual({ kind: 'good', banned: [] });
    expect(gate.judge(first, 'log')).toEqual({ kind: 'good', banned: [7] });
    expect(gate.judge(second, 'log').kind).toBe('poison');
  });

  test('said to be wide live, in another’s name, takes nothing from what they log', () => {
    const gate = createUpdateGate();
    const [cell, first, wide] = widened('colspan', [2, 90_000]) as [Uint8Array, Uint8Array, Uint8Array];
    for (const update of [cell, first]) expect(gate.judge(update, 'log').kind).toBe('good');
    expect(gate.judge(wide, 'live').kind).toBe('poison');
    const honest = widened('colspan', [2, 3]).at(-1)!;
    expect(gate.judge(honest, 'log')).toEqual({ kind: 'good', banned: [] });
  });
});

test('content of a newer client is told from poison', () => {
  const writer = openWriter(7);
  writer.root.insert(0, [new Y.XmlElement('hologram')]);
  expect(kinds([writer.take()])).toEqual(['unknown']);
});

// Rules tested here: (PROTOCOL.md, W9a, W9d).
