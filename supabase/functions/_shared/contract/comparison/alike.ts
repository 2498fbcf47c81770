/** Which two blocks count as one block with changes: types that go together, and mostly the same words. */
import type { DocumentNode } from '../text/document-node.ts';
import { typedTexts } from '../text/plain-text.ts';

/** Types of which one can become another while its content stays. */
const TOGETHER: readonly (readonly string[])[] = [
  ['paragraph', 'heading'],
  ['bulletList', 'orderedList'],
  ['tableCell', 'tableHeader'],
];
/** There is one in each parent, or their order decides. */
const BY_PLACE: ReadonlySet<string> = new Set(['detailsSummary', 'detailsContent', 'tableRow']);

/** Remembers the words of each node, because a node is compared with many. */
export function createIsAlike(): (a: DocumentNode, b: DocumentNode) => boolean {
  const known = new Map<DocumentNode, ReadonlySet<string>>();
  const wordsOf = (node: DocumentNode): ReadonlySet<string> => {
    const words = known.get(node) ?? readWords(node);
    known.set(node, words);
    return words;
  };
  return (a, b) => {
    const fits =
      a.type === b.type || TOGETHER.some((types) => types.includes(a.type) && types.includes(b.type));
    if (!fits || BY_PLACE.has(a.type)) return fits;
    const [words, others] = [wordsOf(a), wordsOf(b)];
    const shared = [...words].filter((word) => others.has(word)).length;
    return shared * 2 >= Math.min(words.size, others.size) && (shared > 0 || words.size === others.size);
  };
}

/** Words between spaces; in scripts without spaces, signs. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|\S+/gu;
/** Of typed text only: an edited formula is one block with a change. */
const readWords = (node: DocumentNode): ReadonlySet<string> =>
  new Set([...typedTexts(node)].join(' ').match(WORD));
