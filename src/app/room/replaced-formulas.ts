/** A formula is one value: whoever writes it last wins. Own ones that a transaction of others has replaced. Pure. */
import * as Y from 'yjs';
import { readLatex } from './leaf-text.ts';

/** To be read before garbage collection. `isWanted` is asked for the clock at which the formula was written. */
export function readReplacedFormulas(
  { changed, deleteSet, doc }: Y.Transaction,
  isWanted: (clock: number) => boolean,
): readonly string[] {
  return [...changed]
    .filter(([type, keys]) => type instanceof Y.XmlElement && keys.has('latex'))
    .flatMap(([type]) => {
      const present = type._map.get('latex');
      for (let item = present?.left ?? null; item; item = item.left) {
        const isOwn = item.id.client === doc.clientID && isWanted(item.id.clock);
        if (isOwn && Y.isDeleted(deleteSet, item.id)) return lost(latexIn(item), latexIn(present));
      }
      return [];
    });
}

const latexIn = (item: Y.Item | undefined): string => readLatex({ latex: item?.content.getContent()[0] });

/** Nothing is, when somebody only wrote on. */
const lost = (own: string, present: string): string[] =>
  own.trim() === '' || present.includes(own) ? [] : [own];
