/** Splits a document change that spans several places into one change per place. */
import { contentOf, type Change, type Part } from './narrow-change.ts';

/** The start of each node, and the end of the last. */
function placesIn({ nodes, start }: Part): number[] {
  const places = [start];
  for (const { nodeSize } of nodes) places.push((start += nodeSize));
  return places;
}

/** The smallest changes, each within one text or of whole nodes, in document order. */
export function splitChange(change: Change): Change[] {
  return splitBetweenEqual(change).flatMap((one) => {
    if (one.old.nodes.length !== one.now.nodes.length) return [one];
    const [oldPlaces, newPlaces] = [placesIn(one.old), placesIn(one.now)];
    return one.old.nodes.flatMap((before, at) => {
      const after = one.now.nodes[at]!;
      const [old, now] = [
        { nodes: [before], start: oldPlaces[at]! },
        { nodes: [after], start: newPlaces[at]! },
      ];
      const isSameFrame = !before.isLeaf && before.sameMarkup(after);
      if (!isSameFrame || before.inlineContent) return [{ old, now }];
      return splitChange({ old: contentOf(before, old.start), now: contentOf(after, now.start) });
    });
  });
}

/** Nodes to search ahead for the next equal pair; beyond that the rest is one change. */
const LOOK_AHEAD = 50;

function splitBetweenEqual({ old, now }: Change): Change[] {
  const isSame = (a: number, b: number): boolean => {
    const [before, after] = [old.nodes[a], now.nodes[b]];
    return before !== undefined && after !== undefined && before.eq(after);
  };
  let [endA, endB] = [old.nodes.length, now.nodes.length];
  let [a, b] = [0, 0];
  const skipEqual = (): void => {
    for (; a < endA && b < endB && isSame(a, b); a += 1) b += 1;
  };
  skipEqual();
  for (; endA > a && endB > b && isSame(endA - 1, endB - 1); endA -= 1) endB -= 1;
  const [oldPlaces, newPlaces] = [placesIn(old), placesIn(now)];
  const changes: Change[] = [];
  while (a < endA || b < endB) {
    const [toA, toB] = nextEqual(isSame, [a, b], [endA, endB]);
    changes.push({
      old: { nodes: old.nodes.slice(a, toA), start: oldPlaces[a]! },
      now: { nodes: now.nodes.slice(b, toB), start: newPlaces[b]! },
    });
    [a, b] = [toA, toB];
    skipEqual();
  }
  return changes;
}

type Places = readonly [a: number, b: number];

/** The nearest following pair of equal nodes; the ends when there is none. */
function nextEqual(isSame: (a: number, b: number) => boolean, [a, b]: Places, [endA, endB]: Places): Places {
  for (let far = 1; far <= LOOK_AHEAD; far += 1) {
    for (let aheadA = 0; aheadA <= far; aheadA += 1) {
      const [nextA, nextB] = [a + aheadA, b + far - aheadA];
      if (nextA < endA && nextB < endB && isSame(nextA, nextB)) return [nextA, nextB];
    }
  }
  return [endA, endB];
}
