import type { AnyExtension, Extensions, Mark, Node } from '@tiptap/core';
import type { TaskItemOptions } from '@tiptap/extension-list';
import { Placeholder } from '@tiptap/extensions/placeholder';
import type { Awareness } from 'y-protocols/awareness';
import type * as Y from 'yjs';
import { TEXT_ROOT } from '#contract/document-schema.ts';

import type { TextFollower } from '../room/follow/follow-text.ts';
import { betweenBlocks } from './typing/between-blocks.ts';
import { liveCallout } from './callout/live-callout.ts';
import { AttributeLimit } from './typing/attribute-limit.ts';
import { checkDrawn } from './late/check-drawn.ts';
import { clickBeside } from './typing/click-beside.ts';
import { CodeBlockColors } from './code-block/code-colors.ts';
import { codeCopies } from './code-block/copy-code.ts';
import { comments } from './comments/comments.ts';
import { copyText } from './copy/copy-text.ts';
import { keepHeirs } from './copy/keep-heirs.ts';
import { DigitKeys } from './typing/digit-keys.ts';
import { liveDetails, liveSummary } from './details/live-details.ts';
import { extraShortcuts } from './typing/extra-shortcuts.ts';
import { find } from './find/find.ts';
import { followUndo } from './binding/follow-undo.ts';
import { ForeignNodes } from './binding/foreign-nodes.ts';
import { FreshFocus, FreshSelection, type BeforeIncoming } from './binding/fresh-selection.ts';
import { imageUploads, type ImageDesk } from './images/image-uploads.ts';
import { LiveImage } from './images/image-view.tsx';
import { LastLine } from './typing/last-line.ts';
import { keptSelection } from './typing/kept-selection.ts';
import { leaveText } from './typing/leave-text.ts';
import { nestingLimit } from './typing/nesting-limit.ts';
import { sizeLimit } from './typing/size-limit.ts';
import { InnerUnderscores } from './typing/inner-underscores.ts';
import { pasteMarkdown, type OfferPlainText } from './markdown/paste-markdown.ts';
import { CleanPaste } from './paste/clean-paste.ts';
import { LiveBlockMath, LiveInlineMath } from './math/math-view.tsx';
import { parts } from './late-parts.ts';
import type { MemberDirectory } from './mention/member-directory.ts';
import { liveMention } from './mention/live-mention.ts';
import { liveLink } from './links/live-link.ts';
import { liveTable } from './table/live-table.ts';
import { withTypedDelimiters } from './typing/typed-marks.ts';
import { withTypedBox } from './typing/typed-task.ts';
import { withCzechDashes } from './typing/typed-divider.ts';
import { PlainLetters } from './typing/plain-letters.ts';
import { remoteChanges } from './binding/remote-changes.ts';
import { remoteCarets, type CaretUser } from './binding/remote-carets.ts';
import { documentExtensions } from './schema/document-schema.ts';
import { ServerSteps } from './binding/server-steps.ts';
import { SharedText } from './binding/shared-text.ts';
import { suggestions } from './suggestions/suggestions.ts';
import { TypedDates, withListNumbers } from './typing/typed-numbers.ts';
import type { NodeNames } from './text/node-names.ts';
import { typographicSubstitutions } from './typography/typographic-substitutions.ts';
import { liveUnshown } from './unshown/live-unshown.ts';
import { UndoDepth } from './binding/undo-depth.ts';
import { UndoSelection } from './binding/undo-selection.ts';

export interface EditorExtensionOptions {
  readonly doc: Y.Doc;
  readonly awareness: Awareness;
  readonly user: CaretUser;
  /** Whether others see where the user's caret is. */
  readonly showsCaret?: () => boolean;
  /** Current language of the text, BCP 47. */
  readonly lang: () => string;
  readonly placeholder: () => string;
  readonly nameCheckbox: (task: string) => string;
  readonly names: NodeNames;
  /** The members that can be mentioned. */
  readonly members: MemberDirectory;
  /** Without it no images can be added. */
  readonly images?: ImageDesk;
  /** A change was refused because it would nest blocks deeper than the log accepts. */
  readonly onTooDeep: () => void;
  /** A change was refused because it would make the document heavier than the log accepts; 1 is full. */
  readonly onTooLarge: (fullness: number) => void;
  /** Pasted cells of a table replaced others that had text. */
  readonly onOverwritten: (undo: () => void) => void;
  /** Called after pasted text was converted from Markdown. */
  readonly offerPlainText: OfferPlainText;
  readonly beforeIncoming?: BeforeIncoming;
  /** Resolves characters that remote changes moved. */
  readonly follower?: TextFollower;
  /** Receives paragraphs that were shown but are not in the shared text. */
  readonly onDropped?: (paragraphs: readonly string[]) => void;
}

/** All extensions of a live editor. The text comes from `doc` alone: each editor would insert `content` again. */
export function editorExtensions(options: EditorExtensionOptions): Extensions {
  const { doc, awareness, user, lang, placeholder, names, members, images } = options;
  const { onTooDeep, onTooLarge, onDropped, beforeIncoming, follower, showsCaret = () => true } = options;
  return [
    betweenBlocks(parts),
    ...documentExtensions(makeLive(options)),
    ...liveUnshown(names.unshown),
    typographicSubstitutions(lang),
    Placeholder.configure({ placeholder }),
    SharedText.configure({ document: doc, field: TEXT_ROOT }),
    remoteCarets(awareness, user, showsCaret),
    ...(follower ? [followUndo(follower)] : []),
    UndoDepth,
    UndoSelection,
    ServerSteps,
    LastLine,
    leaveText(parts),
    keptSelection(parts),
    clickBeside(parts),
    AttributeLimit,
    nestingLimit(onTooDeep),
    sizeLimit(parts, doc, onTooLarge),
    ...(images ? [imageUploads(images)] : []),
    CleanPaste,
    copyText(parts),
    keepHeirs(parts),
    pasteMarkdown(options.offerPlainText),
    InnerUnderscores,
    PlainLetters,
    CodeBlockColors,
    codeCopies(names.code),
    find(parts),
    comments(parts),
    remoteChanges(parts, follower ?? null),
    checkDrawn(parts, onDropped),
    extraShortcuts(parts),
    DigitKeys,
    TypedDates,
    beforeIncoming ? FreshSelection.configure({ beforeIncoming }) : FreshSelection,
    FreshFocus,
    ForeignNodes,
    suggestions(parts, [
      ({ slashMenu }) => slashMenu,
      ({ emojiMenu }) => emojiMenu(),
      ({ mentionMenu }) => mentionMenu(members),
    ]),
  ];
}

type LiveOptions = Pick<
  EditorExtensionOptions,
  'names' | 'members' | 'nameCheckbox' | 'onOverwritten' | 'follower'
>;

/** Adds the editor's behaviour to the nodes and marks of the schema, by name. */
function makeLive(options: LiveOptions): (one: AnyExtension) => AnyExtension {
  const { names, members, nameCheckbox } = options;
  const live: Readonly<Record<string, (one: never) => AnyExtension>> = {
    bold: (mark: Mark) => withTypedDelimiters(mark, ['**', '__']),
    italic: (mark: Mark) => withTypedDelimiters(mark, ['*', '_']),
    strike: (mark: Mark) => withTypedDelimiters(mark, ['~~']),
    highlight: (mark: Mark) => withTypedDelimiters(mark, ['==']),
    orderedList: withListNumbers,
    horizontalRule: withCzechDashes,
    taskItem: (item: Node<TaskItemOptions>) =>
      withTypedBox(item).configure({ a11y: { checkboxLabel: (task) => nameCheckbox(task.textContent) } }),
    image: () => LiveImage,
    table: (table: Node) => liveTable(table, { ...options, parts }),
    details: () => liveDetails(names.details),
    detailsSummary: liveSummary,
    callout: () => liveCallout(names.callout),
    mention: () => liveMention(members),
    inlineMath: () => LiveInlineMath,
    blockMath: () => LiveBlockMath,
    link: liveLink,
  };
  return (one) => live[one.name]?.(one as never) ?? one;
}
