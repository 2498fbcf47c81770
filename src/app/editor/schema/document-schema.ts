/**
 * The document schema. Names must match the contract (`NODE_NAMES`, `MARK_NAMES`): an editor deletes unknown names
 * from the shared document. Attributes are untrusted input of peers: any that becomes `style`, `class`, `href` or
 * `src` is checked when rendered, not only when set.
 */
import { getSchema, type AnyExtension, type Extensions } from '@tiptap/core';
import { Blockquote } from '@tiptap/extension-blockquote';
import { Bold } from '@tiptap/extension-bold';
import { Code } from '@tiptap/extension-code';
import { CodeBlock } from '@tiptap/extension-code-block';
import { Document } from '@tiptap/extension-document';
import { HardBreak } from '@tiptap/extension-hard-break';
import { Heading } from '@tiptap/extension-heading';
import { HorizontalRule } from '@tiptap/extension-horizontal-rule';
import { Italic } from '@tiptap/extension-italic';
import { BulletList, ListItem, ListKeymap, TaskItem, TaskList } from '@tiptap/extension-list';
import { Paragraph } from '@tiptap/extension-paragraph';
import { Strike } from '@tiptap/extension-strike';
import { Subscript } from '@tiptap/extension-subscript';
import { Superscript } from '@tiptap/extension-superscript';
import { Text } from '@tiptap/extension-text';
import { TextAlign } from '@tiptap/extension-text-align';
import { Underline } from '@tiptap/extension-underline';
import type { Schema } from '@tiptap/pm/model';
import { Callout } from './callout.ts';
import { detailsNodes } from './details.ts';
import { NamedHighlight } from './highlight.ts';
import { BlockMath, InlineMath } from './math.ts';
import { Mention } from './mention.ts';
import { NumberedList } from './numbered-list.ts';
import { SafeLink } from './link.ts';
import { OWN_DIRECTION } from './direction.ts';
import { StoredImage } from './image.ts';
import { tableNodes } from './table.ts';

export const HEADING_LEVELS = [1, 2, 3, 4, 5, 6] as const;
export const ALIGNMENTS = ['left', 'center', 'right', 'justify'] as const;
export type Alignment = (typeof ALIGNMENTS)[number];

const LANGUAGE_NAME = /^[\w+#.-]{1,30}$/;

const CodeBlockWithLanguage = CodeBlock.extend({
  renderHTML({ node }) {
    const language: unknown = node.attrs['language'];
    const known = typeof language === 'string' && LANGUAGE_NAME.test(language);
    return ['pre', ['code', known ? { class: `language-${language}` } : {}, 0]];
  },
}).configure({ enableTabIndentation: true });

const Alignable = TextAlign.extend({
  addGlobalAttributes() {
    return (this.parent?.() ?? []).map((group) => ({
      ...group,
      attributes: {
        textAlign: { ...group.attributes['textAlign'], default: null, renderHTML: renderAlignment },
      },
    }));
  },
}).configure({ types: ['heading', 'paragraph'], alignments: [...ALIGNMENTS] });

/** Adds the parts of a node or mark that only an editor needs: views, keys, plugins, rules for typed text. */
type Live = (extension: AnyExtension) => AnyExtension;

/**
 * Tiptap's starter kit and our own nodes and marks. The kit is used without undo (Yjs has one), link (`SafeLink` replaces
 * it), the trailing paragraph (each peer would add one) and cursors between blocks (loaded later).
 */
const EXTENSIONS: Extensions = [
  Bold,
  Blockquote,
  BulletList,
  Code,
  CodeBlockWithLanguage,
  Document,
  HardBreak,
  Heading.configure({ levels: [...HEADING_LEVELS], HTMLAttributes: OWN_DIRECTION }),
  HorizontalRule,
  Italic,
  ListItem,
  ListKeymap,
  NumberedList,
  Paragraph.configure({ HTMLAttributes: OWN_DIRECTION }),
  Strike,
  Text,
  Underline,
  TaskList,
  TaskItem.configure({ nested: true }),
  NamedHighlight,
  Subscript,
  Superscript,
  Alignable,
  StoredImage,
  ...tableNodes,
  ...detailsNodes,
  Callout,
  Mention,
  InlineMath,
  BlockMath,
  SafeLink,
];

export const documentExtensions = (live: Live = (extension) => extension): Extensions => EXTENSIONS.map(live);

export function documentSchema(): Schema {
  return getSchema(documentExtensions());
}

function renderAlignment({ textAlign }: Record<string, unknown>): Record<string, string> {
  return ALIGNMENTS.some((alignment) => alignment === textAlign)
    ? { style: `text-align: ${String(textAlign)}` }
    : {};
}
