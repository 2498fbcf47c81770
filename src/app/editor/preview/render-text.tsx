import type { Extensions, JSONContent } from '@tiptap/core';
import { renderToReactElement } from '@tiptap/static-renderer/pm/react';
import { isValidElement, type ReactNode } from 'react';
import { childrenOf, type DocumentNode } from '#contract/text/document-node.ts';
import { plainText } from '#contract/text/plain-text.ts';
import { fitNodes, THREAD_BOX, type StandIn } from '#contract/comparison/fit-nodes.ts';
import { readLatex } from '#contract/text/leaf-text.ts';
import type { CodeCopying } from '../code-block/copy-code.ts';
import { StoredPicture } from '../images/stored-picture.tsx';
import { Formula } from '../math/formula.tsx';
import { readKind } from '../schema/callout-kinds.ts';
import { documentExtensions } from '../schema/document-schema.ts';
import { readPicture } from '../schema/image.ts';
import { UNSHOWN, UNSHOWN_INLINE, unshownNodes } from '../schema/unshown.ts';
import type { NodeNames } from '../text/node-names.ts';
import '../unshown/unshown.css';
import { CommentedText } from './commented-text.tsx';
import { DrawnChange } from './drawn-change.tsx';
import { THREAD } from './mark-threads.ts';

/** Renders a text without an editor. `more` are nodes and marks that documents do not have. */
export function renderText(text: JSONContent, names: NodeNames, more: Extensions = []): ReactNode {
  const content = fitNodes(childrenOf(text as DocumentNode), standIn);
  return renderToReactElement({
    content: { ...text, content: content as JSONContent[] },
    extensions: [...documentExtensions(), ...unshownNodes, ...more],
    options: {
      markMapping: {
        change: ({ mark, children }) => (
          <DrawnChange attrs={mark.attrs} isBlock={false}>
            {children}
          </DrawnChange>
        ),
        [THREAD]: ({ mark, children }) => (
          <CommentedText attrs={mark.attrs} isBlock={false}>
            {children}
          </CommentedText>
        ),
      },
      nodeMapping: {
        changedBlock: ({ node, children }) => (
          <DrawnChange attrs={node.attrs} isBlock>
            {children}
          </DrawnChange>
        ),
        [THREAD_BOX]: ({ node, children }) => (
          <CommentedText attrs={node.attrs} isBlock>
            {children}
          </CommentedText>
        ),
        [UNSHOWN]: () => (
          <div className="unshown" role="note">
            {names.unshown.text()}
          </div>
        ),
        [UNSHOWN_INLINE]: () => (
          <span className="unshown" role="note">
            {names.unshown.text()}
          </span>
        ),
        image: ({ node }) => <StoredPicture picture={readPicture(node.attrs)} />,
        inlineMath: ({ node }) => <Formula latex={readLatex(node.attrs)} isBlock={false} />,
        blockMath: ({ node }) => <Formula latex={readLatex(node.attrs)} isBlock />,
        codeBlock: ({ node, children }) => (
          <pre>
            <CopyButton code={node.textContent} copying={names.code} />
            <code>{children}</code>
          </pre>
        ),
        callout: ({ node, children }) => {
          const kind = readKind(node.attrs['kind']);
          return (
            <div className="callout" data-kind={kind}>
              <span className="callout-icon">
                <span className="sr-only">{names.callout(kind)}</span>
              </span>
              <div>{children}</div>
            </div>
          );
        },
        taskItem: ({ node, children }) => (
          <li data-type="taskItem" data-checked={String(node.attrs['checked'] === true)}>
            <input
              type="checkbox"
              checked={node.attrs['checked'] === true}
              disabled
              aria-label={node.textContent}
            />
            <div>{children}</div>
          </li>
        ),
      },
    },
  });
}

const standIn: StandIn = (node, isInline) => {
  const attrs = { key: '', text: plainText(node) };
  return { type: isInline ? UNSHOWN_INLINE : UNSHOWN, attrs };
};

/** The same, a block at a time. */
export function renderBlocks(
  blocks: readonly DocumentNode[],
  names: NodeNames,
  more: Extensions = [],
): readonly ReactNode[] {
  if (blocks.length === 0) return [];
  const text = renderText({ type: 'doc', content: blocks as JSONContent[] }, names, more);
  // The renderer returns the document as an element around its blocks.
  const children = isValidElement<{ children?: ReactNode }>(text) ? text.props.children : null;
  if (!Array.isArray(children)) throw new Error('the blocks of a text are not rendered as a list');
  return children as readonly ReactNode[];
}

/** The copy button as a live editor draws it for readers. */
function CopyButton({ code, copying: { name, copy } }: { code: string; copying: CodeCopying }) {
  return (
    <span className="code-copy-place">
      <button
        type="button"
        className="code-copy"
        title={name()}
        aria-label={name()}
        onClick={() => copy(code)}
      />
    </span>
  );
}
