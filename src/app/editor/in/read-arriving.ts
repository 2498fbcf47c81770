/** An arriving text as a document would have it, read so that the page stays responsive. */
import * as Y from 'yjs';
import { cleanLine } from '#contract/clean-line.ts';
import { cutText } from '#contract/cut-text.ts';
import { TEXT_ROOT, TITLE_ROOT } from '#contract/document-schema.ts';
import type { ArrivingText } from '#contract/formats/arriving-text.ts';
import { joinLosses, type Loss } from '#contract/formats/loss.ts';
import type { Language } from '#contract/languages.ts';
import { MAX_DOCUMENT_WEIGHT, MAX_TITLE_CHARS, weigh } from '#contract/limits.ts';
import type { DocumentNode } from '#contract/text/document-node.ts';
import { plainText } from '#contract/text/plain-text.ts';
import { textLanguage } from '#contract/text/text-language.ts';
import { writeDocument } from '#contract/text/yjs-document.ts';
import { newId } from '../../data/new-id.ts';
import { nextTask, runInSlices } from '../../data/run-in-slices.ts';
import { checkImageFile } from '../images/image-file.ts';
import { hasMathml } from '../paste/clean-html.ts';
import { documentSchema } from '../schema/document-schema.ts';
import { newImagePath } from '../schema/image-path.ts';
import { placeNodes } from './place-nodes.ts';
import type { Pictures } from './read-addresses.ts';
import { readBlocks, type ArrivingBlocks, type ReadBlocks } from './read-blocks.ts';
import type { SignedRange } from './take-signs.ts';

/** Document of pictures whose document does not exist yet. */
const NO_DOCUMENT = '00000000-0000-0000-0000-000000000000';

export interface ReadArriving {
  readonly title: string;
  readonly language: Language;
  readonly nodes: readonly DocumentNode[];
  /** Stood above them, and is the title. */
  readonly heading: DocumentNode | null;
  /** By the paths that the nodes have. */
  readonly pictures: ReadonlyMap<string, Uint8Array>;
  readonly threads: ReadonlyMap<string, SignedRange>;
  readonly losses: readonly Loss[];
  readonly words: number;
  /** Of the limit of a document; above 1 it does not fit. */
  readonly fullness: number;
}

interface Arriving extends Pick<ArrivingBlocks, 'source'> {
  /** The title of a text without one. */
  readonly name: string;
  /** Receives the share that is done, up to 1. */
  readonly onProgress: (share: number) => void;
}

export async function readArriving(
  text: ArrivingText,
  { source, name, onProgress }: Arriving,
  signal: AbortSignal,
): Promise<ReadArriving> {
  const paths = placeFiles(text.pictures);
  const titled = text.nodes
    ? { title: text.title, heading: null, ...placeNodes(text.nodes, paths) }
    : await readForeign(text, { source, name, pictures: paths, onProgress }, signal);
  const measured = await runInSlices(measure(titled), signal);
  const files = new Map([...paths].map(([from, path]) => [path, text.pictures.get(from)!]));
  return {
    ...titled,
    ...measured,
    pictures: files,
    losses: joinLosses(text.losses, titled.losses),
  };
}

async function readForeign(
  text: ArrivingText,
  { source, name, pictures, onProgress }: Arriving & { readonly pictures: Pictures },
  signal: AbortSignal,
): Promise<ReadBlocks & Titled> {
  const formulas = text.blocks.some(hasMathml) ? (await import('mathml-to-latex')).MathMLToLaTeX : null;
  await nextTask();
  const schema = documentSchema();
  // Making the schema takes as long as a slice.
  await nextTask();
  const tools = {
    schema,
    pictures,
    onProgress,
    writeLatex: (mathml: string) => formulas?.convert(mathml) ?? '',
  };
  const read = await runInSlices(readBlocks({ blocks: text.blocks, source }, tools), signal);
  return { ...read, ...takeTitle(read, text.title, name) };
}

/** Without those that no document may have: the text lacks them, which is a loss. */
function placeFiles(files: ArrivingText['pictures']): ReadonlyMap<string, string> {
  const paths = new Map<string, string>();
  for (const [name, bytes] of files) {
    const checked = checkImageFile(bytes);
    if (checked.ok) paths.set(name, newImagePath(NO_DOCUMENT, newId(), checked.extension));
  }
  return paths;
}

type Titled = Pick<ReadArriving, 'title' | 'nodes' | 'heading' | 'threads'>;

/** A first heading that is the title does not stand in the text again. */
function takeTitle({ nodes, threads }: ReadBlocks, given: string, name: string): Titled {
  const [first, ...rest] = nodes;
  const heading = first?.type === 'heading' && first.attrs?.['level'] === 1 ? plainText(first).trim() : '';
  const clean = (text: string): string => cutText(cleanLine(text).trim(), MAX_TITLE_CHARS);
  const title = clean(given) || clean(heading) || clean(name);
  // A comment on it would lose its place.
  const isTitle =
    heading !== '' &&
    clean(heading) === title &&
    ![...threads.values()].some(({ from }) => from < heading.length);
  if (!isTitle) return { title, nodes, heading: null, threads };
  const length = heading.length;
  const moved = [...threads].map(
    ([id, range]) => [id, { ...range, from: range.from - length, to: range.to - length }] as const,
  );
  return { title, nodes: rest, heading: first ?? null, threads: new Map(moved) };
}

/**
 * Writes the text once, to weigh it as the server will. Blocks are weighed one by one, a little too heavy: to encode all of a
 * long text keeps the page busy, so that is left to a text which may not fit.
 */
function* measure({
  title,
  nodes,
}: Titled): Generator<undefined, Pick<ReadArriving, 'language' | 'words' | 'fullness'>> {
  const doc = new Y.Doc();
  let bytes = 0;
  doc.on('update', (update: Uint8Array) => (bytes += update.length));
  doc.getText(TITLE_ROOT).insert(0, title);
  const root = doc.getXmlFragment(TEXT_ROOT);
  let words = 0;
  for (const node of nodes) {
    words += plainText(node).match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
    const written = writeDocument([node]).toArray();
    root.insert(root.length, written.map((one) => one.clone()) as Y.XmlElement[]);
    yield;
  }
  if (bytes > MAX_DOCUMENT_WEIGHT) bytes = Y.encodeStateAsUpdate(doc).length;
  const parts = [...doc.store.clients.values()].reduce((count, structs) => count + structs.length, 0);
  const language = textLanguage(doc);
  doc.destroy();
  return { language, words, fullness: weigh(bytes, parts) / MAX_DOCUMENT_WEIGHT };
}
