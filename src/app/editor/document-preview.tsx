import type { JSONContent } from '@tiptap/core';
import { renderToReactElement } from '@tiptap/static-renderer/pm/react';
import { yXmlFragmentToProsemirrorJSON } from '@tiptap/y-tiptap';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import * as Y from 'yjs';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import './editor.css';
import { readLatex } from '../room/leaf-text.ts';
import { readTitle } from '../room/read-title.ts';
import { textLanguage } from '../room/text-language.ts';
import { readKind } from './schema/callout-kinds.ts';
import type { CodeCopying } from './code-block/copy-code.ts';
import type { NodeNames } from './text/node-names.ts';
import { nameNodes } from './text/node-names.ts';
import { readPicture } from './schema/image.ts';
import { StoredPicture } from './images/stored-picture.tsx';
import { Formula } from './math/formula.tsx';
import { documentExtensions } from './schema/document-schema.ts';

interface DocumentPreviewProps {
  /** The Yjs updates that make up a document. */
  readonly updates: readonly Uint8Array[];
}

/** Shows a saved state without an editor: it cannot be changed and does not touch the live document. */
export function DocumentPreview({ updates }: DocumentPreviewProps) {
  const { t, i18n } = useTranslation('editor');
  const saved = useMemo(() => readDocument(updates), [updates]);
  if (saved === null) return <p role="alert">{t('unreadable')}</p>;
  return (
    <article className="editor-column" lang={saved.lang} translate="no">
      <h2 className="title-field">{saved.title === '' ? t('untitled') : saved.title}</h2>
      <div className="document-text is-read-only">
        {saved.isEmpty ? (
          <p className="document-empty">{t('emptyDocument')}</p>
        ) : (
          renderText(saved.text, nameNodes(i18n))
        )}
      </div>
    </article>
  );
}

interface SavedDocument {
  readonly title: string;
  readonly lang: string;
  readonly text: JSONContent;
  readonly isEmpty: boolean;
}

/** Null when the bytes are not a document that this version of the app can read. */
function readDocument(updates: readonly Uint8Array[]): SavedDocument | null {
  const doc = new Y.Doc();
  try {
    doc.transact(() => updates.forEach((update) => Y.applyUpdate(doc, update)));
    const root = doc.getXmlFragment(TEXT_ROOT);
    const text = yXmlFragmentToProsemirrorJSON(root) as JSONContent;
    return {
      title: readTitle(doc),
      lang: textLanguage(doc),
      text,
      isEmpty: hasNothing(text),
    };
  } catch (error) {
    // lib0's decoder throws plain errors on bytes that are not an update.
    if (error instanceof Error) return null;
    throw error;
  } finally {
    doc.destroy();
  }
}

const CONTENT_WITHOUT_TEXT: ReadonlySet<string | undefined> = new Set([
  'horizontalRule',
  'image',
  'mention',
  'inlineMath',
  'blockMath',
]);

function hasNothing({ type, text, content = [] }: JSONContent): boolean {
  if (CONTENT_WITHOUT_TEXT.has(type)) return false;
  return (text ?? '') === '' && content.every(hasNothing);
}

function renderText(text: JSONContent, names: NodeNames): ReactNode {
  return renderToReactElement({
    content: text,
    extensions: documentExtensions(),
    options: {
      nodeMapping: {
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
