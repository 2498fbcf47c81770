/**
 * The document schema. Names must match the contract (`NODE_NAMES`, `MARK_NAMES`): an editor deletes unknown names
 * from the shared document. Attributes are untrusted input of peers: any that becomes `style`, `class`, `href` or
 * `src` is checked when rendered, not only when set.
 */
import { getSchema, Mark, Node, nodeInputRule, type Extensions } from '@tiptap/core';
import { TaskItem, TaskList } from '@tiptap/extension-list';
import { Subscript } from '@tiptap/extension-subscript';
import { Superscript } from '@tiptap/extension-superscript';
import { TextAlign } from '@tiptap/extension-text-align';
import type { Schema } from '@tiptap/pm/model';
import { StarterKit } from '@tiptap/starter-kit';
import { Callout } from './callout/callout.ts';
import { detailsNodes } from './details/details-nodes.ts';
import { NamedHighlight } from './highlight/highlight-colors.ts';
import { BlockMath, InlineMath } from './math/math-nodes.ts';
import { withTypedDelimiters } from './markdown/typed-marks.ts';
import { withTypedBox } from './markdown/typed-task.ts';
import { Mention } from './mention/mention.ts';
import { SafeLink } from './safe-link.ts';
import { StoredImage } from './images/stored-image.ts';
import { tableNodes } from './table/table-nodes.ts';
import { withListNumbers } from './typed-numbers.ts';

export const HEADING_LEVELS = [1, 2, 3, 4, 5, 6] as const;
const ALIGNMENTS = ['left', 'center', 'right', 'justify'] as const;
export type Alignment = (typeof ALIGNMENTS)[number];

const LANGUAGE_NAME = /^[\w+#.-]{1,30}$/;

/**
 * Left out: undo (Yjs has its own), link (replaced by `SafeLink`), trailing paragraph (each peer would add one),
 * cursors between blocks (loaded later).
 */
const Blocks = StarterKit.extend({
  addExtensions() {
    return (this.parent?.() ?? []).map((extension) => {
      if (extension instanceof Mark && extension.name === 'bold')
        return withTypedDelimiters(extension, ['**', '__']);
      if (extension instanceof Mark && extension.name === 'italic')
        return withTypedDelimiters(extension, ['*', '_']);
      if (extension instanceof Mark && extension.name === 'strike')
        return withTypedDelimiters(extension, ['~~']);
      if (extension instanceof Node && extension.name === 'orderedList') return withListNumbers(extension);
      if (extension instanceof Node && extension.name === 'codeBlock') return withCheckedLanguage(extension);
      if (extension instanceof Node && extension.name === 'horizontalRule') return withCzechDashes(extension);
      return extension;
    });
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

/** `nameCheckbox` returns the accessible name of a task's checkbox in the language of the interface. */
export function documentExtensions(nameCheckbox?: (task: string) => string): Extensions {
  return [
    Blocks,
    TaskList,
    withTypedBox(TaskItem).configure({
      nested: true,
      ...(nameCheckbox ? { a11y: { checkboxLabel: (item) => nameCheckbox(item.textContent) } } : {}),
    }),
    withTypedDelimiters(NamedHighlight, ['==']),
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

/** Typed as three hyphens; in Czech the first two have become an en dash by then. */
function withCzechDashes(rule: Node): Node {
  return rule.extend({
    addInputRules() {
      return [...(this.parent?.() ?? []), nodeInputRule({ find: /^–-$/, type: this.type })];
    },
  });
}
