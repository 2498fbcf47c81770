/** Two states of a text as one HTML file, with the changes between them marked and a legend in words. */
import { BOX, CHANGE, fitNodes } from '#contract/comparison/fit-nodes.ts';
import { LossBook } from '#contract/formats/loss.ts';
import type { LeavingText, WrittenFile } from '#contract/formats/leaving-text.ts';
import type { Language } from '#contract/languages.ts';
import { escapeHtml } from '#contract/text/escape-html.ts';
import type { DocumentNode } from '#contract/text/document-node.ts';
import { mergeContent, type Describe, type Drawn, type Look } from '../preview/merged-content.ts';
import { peopleOfChanges } from '../preview/people-of-changes.ts';
import type { Actors, Compared } from '../preview/use-actors.ts';
import { loadPictures } from './load-pictures.ts';
import { nameFile } from './name-file.ts';
import { CHANGES_STYLE } from './page/changes-style.ts';
import { inline, pageFile } from './page/page-file.ts';
import { PAGE_STYLE } from './page/page-style.ts';
import { element, openTag } from './page/tags.ts';
import { placesOf } from './page/thread-places.ts';
import { writeEach } from './page/write-blocks.ts';
import { writeInline } from './page/write-inline.ts';
import { wordsInstead } from './take-leaving.ts';

/** Words of the file. */
export interface ComparisonTexts {
  readonly language: Language;
  /** Title of the file. */
  readonly name: (title: string) => string;
  readonly untitled: string;
  readonly heading: string;
  /** Which states were compared, and of when they are. */
  readonly between: string;
  /** Stands in place of changes where there are none. */
  readonly none: string;
  readonly looks: Readonly<Record<'added' | 'removed' | 'moved' | 'formatted', string>>;
  readonly describe: Describe;
  readonly person: (name: string | null, changes: number) => string;
  /** Nobody knows whose changes they are. */
  readonly nobody: string;
  readonly picture: string;
}

export interface LeavingComparison {
  readonly compared: Compared;
  /** Null where they could not be found. */
  readonly actors: Actors | null;
  readonly texts: ComparisonTexts;
  readonly loadPicture: LeavingText['loadPicture'];
}

export async function writeComparison(leaving: LeavingComparison): Promise<WrittenFile> {
  const { compared, actors, texts, loadPicture } = leaving;
  const [earlier, later] = compared.documents;
  const book = new LossBook();
  const people = listPeople(actors);
  const merged = mergeContent(compared.comparison, actors, texts.describe);
  const sign = (nodes: readonly DocumentNode[]): DocumentNode[] => nodes.map((node) => signed(node, people));
  const content = sign(fitNodes(merged.content, wordsInstead(book)));
  const pictures = await loadPictures({ doc: { type: 'doc', content }, loadPicture }, book);
  const places = placesOf([]);
  const text = writeEach(content, 0, { places, pictureAt: inline(pictures), pictureName: texts.picture });
  const title = later.title.trim() || earlier.title.trim() || texts.untitled;
  const lang = later.lang === texts.language ? null : later.lang;
  const heading = writeInline(sign(merged.title), 0, places) || escapeHtml(texts.untitled);
  const body = `${element('header', { lang }, element('h1', { dir: 'auto' }, heading))}
${writeLegend(leaving, people, looksIn([...merged.title, ...content]))}
${openTag('main', { lang })}
${text.join('\n')}
</main>
`;
  return {
    name: nameFile(texts.name(title), 'html'),
    ...pageFile({
      language: texts.language,
      title: texts.name(title),
      // Not the sign of a text that can be read back: this one has words that were deleted.
      meta: [openTag('meta', { name: 'generator', content: 'Spolu comparison' })],
      style: PAGE_STYLE + CHANGES_STYLE,
      body,
    }),
    losses: book.list(),
  };
}

interface Person {
  readonly id: string | null;
  readonly name: string | null;
  readonly changes: number;
}

/** In the order of their first changes. */
function listPeople(actors: Actors | null): readonly Person[] {
  const people = new Map<string | null, Person>();
  for (const writers of (actors ? peopleOfChanges(actors) : new Map()).values())
    for (const { id, name } of writers)
      people.set(id, { id, name, changes: (people.get(id)?.changes ?? 0) + 1 });
  return [...people.values()];
}

/** Gives each change the numbers of its authors, by which one who sees no colors knows them. */
function signed(node: DocumentNode, people: readonly Person[]): DocumentNode {
  const withSign = (attrs: object | undefined): object => {
    const numbers = (attrs as Drawn).people.map((id) => people.findIndex((one) => one.id === id) + 1);
    return { ...attrs, sign: people.length > 1 ? numbers.filter((number) => number > 0).join(', ') : '' };
  };
  return {
    ...node,
    ...(node.type === BOX ? { attrs: withSign(node.attrs) as Record<string, unknown> } : {}),
    ...(node.marks
      ? {
          marks: node.marks.map((mark) =>
            mark.type === CHANGE ? { ...mark, attrs: withSign(mark.attrs) } : mark,
          ),
        }
      : {}),
    ...(node.content ? { content: node.content.map((child) => signed(child, people)) } : {}),
  };
}

function looksIn(nodes: readonly DocumentNode[]): ReadonlySet<Look> {
  const looks = new Set<Look>();
  const visit = (node: DocumentNode): void => {
    const attrs = node.type === BOX ? node.attrs : node.marks?.find(({ type }) => type === CHANGE)?.attrs;
    if (attrs) looks.add((attrs as unknown as Drawn).look);
    node.content?.forEach(visit);
  };
  nodes.forEach(visit);
  return looks;
}

function writeLegend(
  { actors, texts }: LeavingComparison,
  people: readonly Person[],
  looks: ReadonlySet<Look>,
): string {
  const sample = (look: Look, words: string): readonly string[] =>
    looks.has(look) ? [element('li', {}, writeInline([sampleOf(look, words)], 0, placesOf([])))] : [];
  const { added, removed, moved, formatted } = texts.looks;
  const samples = [
    ...sample('added', added),
    ...sample('removed', removed),
    ...sample('moved-to', moved),
    ...sample('formatted', formatted),
  ];
  const names = people.map(({ name, changes }) => element('li', {}, escapeHtml(texts.person(name, changes))));
  const who =
    names.length > 0
      ? element('ol', {}, names.join(''))
      : actors === null
        ? element('p', {}, escapeHtml(texts.nobody))
        : '';
  const what =
    samples.length > 0 ? element('ul', {}, samples.join('')) + who : element('p', {}, escapeHtml(texts.none));
  const content = `<h2>${escapeHtml(texts.heading)}</h2><p>${escapeHtml(texts.between)}</p>${what}`;
  return element('section', { 'data-type': 'legend' }, content);
}

const sampleOf = (look: Look, text: string): DocumentNode => ({
  type: 'text',
  text,
  marks: [{ type: CHANGE, attrs: { look } }],
});
