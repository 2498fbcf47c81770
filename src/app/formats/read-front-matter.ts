/** Front matter of Markdown: its title becomes the title; the rest has no place in a document. */
import type { LossBook } from '#contract/formats/loss.ts';

const FRONT_MATTER = /^---[ \t]*\n((?=[\w-]+:)[^]*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/;

export function readFrontMatter(
  markdown: string,
  book: LossBook,
): { readonly title: string; readonly markdown: string } {
  const [all = '', yaml = ''] = FRONT_MATTER.exec(markdown) ?? [];
  let title = '';
  for (const [, key = '', value = ''] of yaml.matchAll(/^([\w-]+):[ \t]*(.*)$/gm)) {
    if (key.toLowerCase() === 'title') title = unquote(value.trim());
    else book.note('properties', 'lost', `${key}: ${value}`);
  }
  return { title, markdown: markdown.slice(all.length) };
}

function unquote(value: string): string {
  const [, double, single] = /^(?:"((?:\\.|[^"\\])*)"|'((?:''|[^'])*)')$/.exec(value) ?? [];
  if (double !== undefined) return double.replaceAll(/\\(["\\])/g, '$1');
  return single?.replaceAll("''", "'") ?? value;
}
