/** A search as PostgreSQL reads it. */
import { isSmall, readQuery, type SearchedWord, type Term } from './read-query.ts';

/**
 * The text of a `tsquery` for a vector of `indexText`; null where nothing is searched. It has nothing in it but letters in
 * quotes and operators.
 */
export function searchQuery(text: string): string | null {
  const terms = readQuery(text).map(writeTerm);
  return terms.length === 0 ? null : terms.join(' & ');
}

function writeTerm({ parts, joined, isPhrase }: Term): string {
  if (isPhrase) return writePhrase(parts);
  const all = parts.map((part) => inBrackets(waysOf(part), ' | '));
  if (joined === null) return all.join(' & ');
  return inBrackets([...waysOf(joined), inBrackets(all, ' & ')], ' | ');
}

const waysOf = ({ exact, accented, stems, isBeginning }: SearchedWord): readonly string[] => [
  `'x:${exact}'${isBeginning ? ':*' : ''}`,
  ...(accented === null ? [] : [`'a:${accented}'`]),
  ...stems.map((stem) => `'s:${stem}'`),
];

/**
 * In a long text a small word may have more places than PostgreSQL keeps; the lexeme `m:` marks it. There, the other words of
 * the phrase must stand at their distance.
 */
function writePhrase(parts: readonly SearchedWord[]): string {
  const small = [...new Set(parts.map(({ exact }) => exact).filter(isSmall))];
  const telling = parts.filter(({ exact }) => !isSmall(exact));
  const phrase = writeRow(parts);
  if (small.length === 0 || telling.length === 0) return phrase;
  const many = inBrackets(
    small.map((exact) => `'m:${exact}'`),
    ' | ',
  );
  return `(${phrase} | (${many} & ${writeRow(telling)}))`;
}

function writeRow(parts: readonly SearchedWord[]): string {
  const words = parts.map(({ exact, place }, at) => {
    const before = parts[at - 1];
    return `${before === undefined ? '' : ` <${place - before.place}> `}'x:${exact}'`;
  });
  return words.length === 1 ? words[0]! : `(${words.join('')})`;
}

const inBrackets = (parts: readonly string[], operator: string): string =>
  parts.length === 1 ? parts[0]! : `(${parts.join(operator)})`;
