/** The one way out for text: menus of documents and of versions write it here, in a format whose writer loads later. */
import type { Node } from '@tiptap/pm/model';
import type { TextFormat } from '#contract/text/text-format.ts';

const WRITERS: Readonly<Record<TextFormat, () => Promise<(doc: Node) => string>>> = {
  markdown: () => import('../markdown/to-markdown.ts').then((part) => part.toMarkdown),
};

export async function writeText(doc: Node, format: TextFormat): Promise<string> {
  const write = await WRITERS[format]();
  return write(doc);
}
