/**
 * The document schema. Names must match the contract (`NODE_NAMES`, `MARK_NAMES`): an editor deletes unknown names
 * from the shared document. Attributes are untrusted input of peers: any that becomes `style`, `class`, `href` or
 * `src` is checked when rendered, not only when set.
 */
import { getSchema, Node, type AnyExtension, type Extensions } from '@tiptap/core';
import { TaskItem, TaskList } from '@tiptap/extension-list';
import { Subscript } from '@tiptap/extension-subscript';
import { Superscript } from '@tiptap/extension-superscript';
import { TextAlign } from '@tiptap/extension-text-align';
import type { Schema } from '@tiptap/pm/model';
import { StarterKit } from '@tiptap/starter-kit';
import { Callout } from './callout.ts';
import { detailsNodes } from './details.ts';
import { NamedHighlight } from './highlight.ts';
import { BlockMath, InlineMath } from './math.ts';
import { Mention } from './mention.ts';
import { SafeLink } from './link.ts';
import { StoredImage } from './image.ts';
import { tableNodes } from './table.ts';

export const HEADING_LEVELS = [1, 2, 3, 4, 5, 6] as const;
const ALIGNMENTS = ['left', 'center', 'right', 'justify'] as const;
export type Alignment = (typeof ALIGNMENTS)[number];

const LANGUAGE_NAME = /^[\w+#.-]{1,30}$/;

/**
 * Left out: undo (Yjs has its own), link (`SafeLink` replaces it), trailing paragraph (each peer would add one), cursors
 * between blocks (loaded later).
 */
const blocks = (live: Live) =>
  StarterKit.extend({
    addExtensions() {
      return (this.parent?.() ?? [])
        .map((extension) =>
          extension instanceof Node && extension.name === 'codeBlock'
            ? withCheckedLanguage(extension)
            : extension,
        )
        .map(live);
    },
  }).configure({
    undoRedo: false,
    link: false,
    trailingNode: false,
    dropcursor: false,
    gapcursor: false,
    heading: { levels: [...HEADING_LEVELS] },
    codeBlock: { enableTabIndentation: true },
  });

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

/** Adds to a node or mark what only an editor needs: views, keys, plugins, rules for typed text. */
type Live = (extension: AnyExtension) => AnyExtension;

export function documentExtensions(live: Live = (extension) => extension): Extensions {
  return [
    blocks(live),
    ...[
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
    ].map(live),
  ];
}

export function documentSchema(): Schema {
  return getSchema(documentExtensions());
}

function renderAlignment({ textAlign }: Record<string, unknown>): Record<string, string> {
  return ALIGNMENTS.some((alignment) => alignment === textAlign)
    ? { style: `text-align: ${String(textAlign)}` }
    : {};
}

function withCheckedLanguage(codeBlock: Node): Node {
  return codeBlock.extend({
    renderHTML({ node }) {
      const language: unknown = node.attrs['language'];
      const known = typeof language === 'string' && LANGUAGE_NAME.test(language);
      return ['pre', ['code', known ? { class: `language-${language}` } : {}, 0]];
    },
  });
}
