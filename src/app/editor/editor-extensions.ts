import type { AnyExtension, Extensions } from '@tiptap/core';
import { Placeholder } from '@tiptap/extensions/placeholder';
import { Selection } from '@tiptap/extensions/selection';
import type { Awareness } from 'y-protocols/awareness';
import type * as Y from 'yjs';
import { TEXT_ROOT } from '#contract/document-schema.ts';

import type { TextFollower } from '../room/follow/follow-text.ts';
import type { CalloutKind } from './callout/callout-kinds.ts';
import { BetweenBlocks } from './between-blocks.ts';
import { Callout, liveCallout } from './callout/callout.ts';
import { AttributeLimit } from './attribute-limit.ts';
import { CheckDrawn } from './check-drawn.ts';
import { ClickBeside } from './click-beside.ts';
import { CodeBlockColors } from './code-block/code-colors.ts';
import { codeCopies, type CodeCopying } from './code-block/copy-code.ts';
import { DigitKeys } from './digit-keys.ts';
import { Details } from './details/details-nodes.ts';
import { liveDetails, type DetailsNames } from './details/live-details.ts';
import { ExtraShortcuts } from './extra-shortcuts.ts';
import { Find } from './find/find.ts';
import { followUndo } from './follow-undo.ts';
import { ForeignNodes } from './foreign-nodes.ts';
import { FreshFocus, FreshSelection, type BeforeIncoming } from './fresh-selection.ts';
import { imageUploads, type ImageDesk } from './images/image-uploads.ts';
import { LiveImage } from './images/image-view.tsx';
import { StoredImage } from './images/stored-image.ts';
import { LastLine } from './last-line.ts';
import { nestingLimit } from './nesting-limit.ts';
import { InnerUnderscores } from './markdown/inner-underscores.ts';
import { pasteMarkdown, type OfferPlainText } from './markdown/paste-markdown.ts';
import { CleanPaste } from './paste/clean-paste.ts';
import { BlockMath, InlineMath } from './math/math-nodes.ts';
import { LiveBlockMath, LiveInlineMath } from './math/math-view.tsx';
import type { MemberDirectory } from './mention/member-directory.ts';
import { liveMention, Mention } from './mention/mention.ts';
import { PlainLetters } from './plain-letters.ts';
import { RemoteChanges } from './remote-changes.ts';
import { remoteCarets, type CaretUser } from './remote-carets.ts';
import { documentExtensions } from './schema.ts';
import { ServerSteps } from './server-steps.ts';
import { SharedText } from './shared-text.ts';
import { suggestions } from './suggestions/suggestions.ts';
import { TypedDates } from './typed-numbers.ts';
import { typographicSubstitutions } from './typography/typographic-substitutions.ts';
import { UndoDepth } from './undo-depth.ts';
import { UndoSelection } from './undo-selection.ts';

/** Labels of nodes, in the language of the interface at the time of the call. */
export interface NodeNames {
  readonly code: CodeCopying;
  readonly details: DetailsNames;
  readonly callout: (kind: CalloutKind) => string;
}

export interface EditorExtensionOptions {
  readonly doc: Y.Doc;
  readonly awareness: Awareness;
  readonly user: CaretUser;
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
  const { doc, awareness, user, lang, placeholder, nameCheckbox, names, members, images } = options;
  const { onTooDeep, onDropped, beforeIncoming, follower } = options;
  const live = new Map<AnyExtension, AnyExtension>([
    [StoredImage, LiveImage],
    [Details, liveDetails(names.details)],
    [Callout, liveCallout(names.callout)],
    [Mention, liveMention(members)],
    [InlineMath, LiveInlineMath],
    [BlockMath, LiveBlockMath],
  ]);
  return [
    BetweenBlocks,
    ...documentExtensions(nameCheckbox).map((one) => live.get(one) ?? one),
    typographicSubstitutions(lang),
    Placeholder.configure({ placeholder }),
    // Keeps the selection visible while the link card has the focus.
    Selection.configure({ className: 'kept-selection' }),
    SharedText.configure({ document: doc, field: TEXT_ROOT }),
    remoteCarets(awareness, user),
    ...(follower ? [followUndo(follower)] : []),
    UndoDepth,
    UndoSelection,
    ServerSteps,
    LastLine,
    ClickBeside,
    AttributeLimit,
    nestingLimit(onTooDeep),
    ...(images ? [imageUploads(images)] : []),
    CleanPaste,
    pasteMarkdown(options.offerPlainText),
    InnerUnderscores,
    PlainLetters,
    CodeBlockColors,
    codeCopies(names.code),
    Find,
    RemoteChanges.configure({ follower: follower ?? null }),
    onDropped ? CheckDrawn.configure({ onDropped }) : CheckDrawn,
    ExtraShortcuts,
    DigitKeys,
    TypedDates,
    beforeIncoming ? FreshSelection.configure({ beforeIncoming }) : FreshSelection,
    FreshFocus,
    ForeignNodes,
    suggestions(members),
  ];
}
