/** Takes the signs of threads out of a text, and counts where they stood. */
import { THREAD_SIGN } from '#contract/formats/arriving-text.ts';
import { childrenOf, type DocumentNode } from '#contract/text/document-node.ts';
import { leafText } from '#contract/text/leaf-text.ts';

/** Offsets in the text of `readPassages`. */
export interface SignedRange {
  readonly from: number;
  readonly to: number;
}

export interface TakenSigns {
  readonly nodes: readonly DocumentNode[];
  readonly ranges: ReadonlyMap<string, SignedRange>;
}

export function takeSigns(blocks: readonly DocumentNode[]): TakenSigns {
  const starts = new Map<string, number>();
  const ranges = new Map<string, SignedRange>();
  let length = 0;
  const takeText = (text: string): string => {
    let bare = '';
    let last = 0;
    for (const { 0: sign, 1: slash, 2: id = '', index } of text.matchAll(THREAD_SIGN)) {
      bare += text.slice(last, index);
      last = index + sign.length;
      const at = length + bare.length;
      if (slash === '') starts.set(id, at);
      else ranges.set(id, { from: starts.get(id) ?? at, to: at });
    }
    bare += text.slice(last);
    length += bare.length;
    return bare;
  };
  const take = (node: DocumentNode): DocumentNode[] => {
    if (node.text !== undefined) {
      const text = takeText(node.text);
      return text === '' ? [] : [{ ...node, text }];
    }
    const alt: unknown = node.attrs?.['alt'];
    const own =
      leafText(node.type, node.attrs ?? {}) ?? (node.content || typeof alt !== 'string' ? null : alt);
    if (own !== null) length += own.length;
    return [node.content ? { ...node, content: childrenOf(node).flatMap(take) } : node];
  };
  return { nodes: blocks.flatMap(take), ranges };
}
