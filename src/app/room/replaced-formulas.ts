/** A formula is one value: the last write wins. Finds local formulas that a remote transaction has replaced. Pure. */
import * as Y from 'yjs';
import { readLatex } from '#contract/text/leaf-text.ts';

export interface ReplacedFormula {
  readonly latex: string;
  /** Yjs client that wrote the current value. */
  readonly author: number;
}

/** Call before garbage collection. `isWanted` is called with the clock at which the formula was written. */
export function readReplacedFormulas(
  { changed, deleteSet, doc }: Y.Transaction,
  isWanted: (clock: number) => boolean,
): readonly ReplacedFormula[] {
  return [...changed]
    .filter(([type, keys]) => type instanceof Y.XmlElement && keys.has('latex'))
    .flatMap(([type]) => {
      const present = type._map.get('latex');
      if (!present) return [];
      for (let item = present.left; item; item = item.left) {
        const isOwn = item.id.client === doc.clientID && isWanted(item.id.clock);
        if (!isOwn || !Y.isDeleted(deleteSet, item.id)) continue;
        return lost(latexIn(item), latexIn(present)).map((latex) => ({ latex, author: present.id.client }));
      }
      return [];
    });
}

const latexIn = (item: Y.Item): string => readLatex({ latex: item.content.getContent()[0] });

/** Empty if the remote author only extended it. */
const lost = (own: string, present: string): string[] =>
  own.trim() === '' || present.includes(own) ? [] : [own];
