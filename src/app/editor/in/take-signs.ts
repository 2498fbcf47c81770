/** Takes the signs of threads out of a text, and counts where they stood. */
import { THREAD_SIGN, WHOLE_BLOCKS } from '#contract/formats/arriving-text.ts';
import { childrenOf, type DocumentNode } from '#contract/text/document-node.ts';
import { leafText } from '#contract/text/leaf-text.ts';

/** Offsets in the text of `readPassages`. */
export interface SignedRange {
  readonly from: number;
  readonly to: number;
  /** The signs stood around one of `WHOLE_BLOCKS`: its place among them in the text. */
  readonly block?: number;
}

export interface TakenSigns {
  readonly nodes: readonly DocumentNode[];
  readonly ranges: ReadonlyMap<string, SignedRange>;
}

export function takeSigns(blocks: readonly DocumentNode[]): TakenSigns {
  const steps = takeSignsInSteps(blocks);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** One step is a block. */
export function* takeSignsInSteps(blocks: readonly DocumentNode[]): Generator<undefined, TakenSigns> {
  const counter = new SignCounter();
  const taken: Taken[] = [];
  for (const block of blocks) {
    taken.push(counter.take(block));
    yield;
  }
  return { nodes: nodesOf(taken, false), ranges: counter.ranges };
}

interface Taken {
  readonly nodes: readonly DocumentNode[];
  /** A paragraph that only held signs. */
  readonly heldSigns: boolean;
}

function nodesOf(taken: readonly Taken[], isItem: boolean): readonly DocumentNode[] {
  const isAnyLeft = taken.some(({ heldSigns }) => !heldSigns);
  // A box needs a block, and an item its first paragraph.
  const hasToStay = (at: number): boolean => at === 0 && (isItem || !isAnyLeft);
  return taken.flatMap(({ nodes: own, heldSigns }, at) => (heldSigns && !hasToStay(at) ? [] : own));
}

class SignCounter {
  readonly ranges = new Map<string, SignedRange>();
  readonly #starts = new Map<string, { readonly at: number; readonly block: number }>();
  /** `next`: how many were counted when it ended, those inside too. */
  readonly #wholes: { from: number; to: number; next: number }[] = [];
  #length = 0;

  take(node: DocumentNode): Taken {
    if (node.text !== undefined) {
      const text = this.#takeText(node.text);
      return { nodes: text === '' ? [] : [{ ...node, text }], heldSigns: false };
    }
    const end = WHOLE_BLOCKS.has(node.type) ? this.#begin() : null;
    const alt: unknown = node.attrs?.['alt'];
    const own =
      leafText(node.type, node.attrs ?? {}) ?? (node.content || typeof alt !== 'string' ? null : alt);
    if (own !== null) this.#length += own.length;
    const children = childrenOf(node);
    const isItem = node.type === 'listItem' || node.type === 'taskItem';
    const content = nodesOf(
      children.map((child) => this.take(child)),
      isItem,
    );
    end?.();
    return {
      nodes: [node.content ? { ...node, content } : node],
      heldSigns: node.type === 'paragraph' && children.length > 0 && content.length === 0,
    };
  }

  #begin(): () => void {
    const whole = { from: this.#length, to: Number.POSITIVE_INFINITY, next: 0 };
    this.#wholes.push(whole);
    return () => {
      whole.to = this.#length;
      whole.next = this.#wholes.length;
    };
  }

  #takeText(text: string): string {
    let bare = '';
    let last = 0;
    for (const { 0: sign, 1: slash, 2: id = '', index } of text.matchAll(THREAD_SIGN)) {
      bare += text.slice(last, index);
      last = index + sign.length;
      const at = this.#length + bare.length;
      if (slash === '') this.#starts.set(id, { at, block: this.#wholes.length });
      else this.ranges.set(id, this.#rangeTo(id, at));
    }
    bare += text.slice(last);
    this.#length += bare.length;
    return bare;
  }

  #rangeTo(id: string, to: number): SignedRange {
    const { at: from, block } = this.#starts.get(id) ?? { at: to, block: this.#wholes.length };
    const whole = this.#wholes[block];
    const isAround = whole?.from === from && whole.to === to && whole.next === this.#wholes.length;
    return isAround ? { from, to, block } : { from, to };
  }
}
