/** Limits of depth, in whatever steps and order a document is built. With real Yjs. */
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { MAX_DEPTH } from '../../../../supabase/functions/_shared/contract/limits.ts';
import { createUpdateGate } from '../../../../supabase/functions/_shared/contract/update-gate.ts';

/** A client whose changes are available as single updates. */
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

/** A tower of nested elements, in updates of `step` levels. */
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
  test('at the limit is accepted, in one update or many', () => {
    expect(new Set(kinds(tower(MAX_DEPTH, 1)))).toEqual(new Set(['good']));
    expect(kinds(tower(MAX_DEPTH, MAX_DEPTH))).toEqual(['good']);
  });

  test('of many small steps is rejected at the limit, and afterwards', () => {
    const verdicts = kinds(tower(3000, 10));
    const first = verdicts.indexOf('poison');
    expect(first).toBe(Math.floor((MAX_DEPTH + 2) / 10));
    expect(new Set(verdicts.slice(first))).toEqual(new Set(['poison']));
  });

  test('on top of a snapshot is measured from its base', () => {
    const [below, above] = tower(80, 40) as [Uint8Array, Uint8Array];
    const doc = new Y.Doc();
    Y.applyUpdate(doc, below);
    const gate = createUpdateGate();
    expect(gate.judge(Y.encodeStateAsUpdate(doc), 'snapshot').kind).toBe('good');
    expect(gate.judge(above, 'log').kind).toBe('poison');
  });

  test('next to a deleted sibling is as deep as that', () => {
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
  /** The second client builds on an update of the first. */
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

  test('is rejected when it arrives after its base', () => {
    const { first, second } = pair();
    expect(kinds([first, second])).toEqual(['good', 'poison']);
  });

  test('is detected when its base arrives later, without effect on other updates', () => {
    const { first, second } = pair();
    const gate = createUpdateGate();
    expect(gate.judge(second, 'log')).toEqual({ kind: 'good', banned: [] });
    expect(gate.judge(first, 'log')).toEqual({ kind: 'good', banned: [8] });
    expect(gate.judge(second, 'log').kind).toBe('poison');
    expect(gate.isBanned(second)).toBe(true);
    expect(gate.isBanned(first)).toBe(false);
  });

  test('is accepted if both together are within the limit', () => {
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

describe('live updates under the name of a session', () => {
  test('are rejected if too deep, and take no depth from its logged updates', () => {
    const gate = createUpdateGate();
    for (const update of tower(200, 20)) gate.judge(update, 'live');
    const writer = openWriter(7);
    for (let at = 0; at < 200; at += 1) writer.root.insert(at, [new Y.XmlElement('paragraph')]);
    expect(gate.judge(writer.take(), 'log')).toEqual({ kind: 'good', banned: [] });
  });

  test('do not determine the depth of its logged updates', () => {
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

  test('are dropped from the waiting ones when their base lets them grow too deep, without a ban', () => {
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

describe('a table cell', () => {
  /** Starts with a harmless value: an update that replaces it does not contain the attribute's name. */
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

  test('widened step by step beyond the limit is rejected in place', () => {
    expect(kinds(widened('rowspan', [2, 3, 90_000]))).toEqual(['good', 'good', 'good', 'poison']);
    expect(kinds(widened('rowspan', [90_000]))).toEqual(['good', 'poison']);
    expect(kinds(widened('pixelWidth', [2, 3, 90_000]))).toEqual(['good', 'good', 'good', 'good']);
  });

  test('is checked by the attributes in a snapshot', () => {
    const steps = widened('colspan', [2, 3, 90_000]);
    const doc = new Y.Doc();
    for (const step of steps.slice(0, -1)) Y.applyUpdate(doc, step);
    const gate = createUpdateGate();
    expect(gate.judge(Y.encodeStateAsUpdate(doc), 'snapshot').kind).toBe('good');
    expect(gate.judge(steps.at(-1)!, 'log').kind).toBe('poison');
  });

  test("is detected when the update with the attribute's name arrives later", () => {
    const [cell, first, second] = widened('colspan', [2, 90_000]) as [Uint8Array, Uint8Array, Uint8Array];
    const gate = createUpdateGate();
    expect(gate.judge(cell, 'log').kind).toBe('good');
    expect(gate.judge(second, 'log')).toEqual({ kind: 'good', banned: [] });
    expect(gate.judge(first, 'log')).toEqual({ kind: 'good', banned: [7] });
    expect(gate.judge(second, 'log').kind).toBe('poison');
  });

  test('widened by a live update under another name takes nothing from logged updates', () => {
    const gate = createUpdateGate();
    const [cell, first, wide] = widened('colspan', [2, 90_000]) as [Uint8Array, Uint8Array, Uint8Array];
    for (const update of [cell, first]) expect(gate.judge(update, 'log').kind).toBe('good');
    expect(gate.judge(wide, 'live').kind).toBe('poison');
    const honest = widened('colspan', [2, 3]).at(-1)!;
    expect(gate.judge(honest, 'log')).toEqual({ kind: 'good', banned: [] });
  });
});

test('content of a newer client is distinguished from malicious content', () => {
  const writer = openWriter(7);
  writer.root.insert(0, [new Y.XmlElement('hologram')]);
  expect(kinds([writer.take()])).toEqual(['unknown']);
});

// Rules tested here: (PROTOCOL.md, W9a, W9d).
