import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as Y from 'yjs';
import { TEXT_ROOT, TITLE_ROOT } from '#contract/document-schema.ts';
import type { DocumentNode } from '#contract/text/document-node.ts';
import { readDocument, writeDocument } from '#contract/text/yjs-document.ts';
import { errorCodeOf, type ApiErrorCode } from '../../data/api-error.ts';
import type { ListedDocument } from '../../data/documents.ts';
import { NOTHING, type SavedState } from '../../data/versions.ts';
import { picturesIn, replaceIn } from '../../documents/place-in-nodes.ts';
import { withRoom } from '../../documents/with-room.ts';
import { DocumentComparison } from '../../editor/preview/document-comparison.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { ReadyText } from './read-files.ts';

interface CompareFileProps {
  readonly text: ReadyText;
  readonly origin: ListedDocument;
  readonly userId: string;
  readonly onClose: () => void;
}

/** The text of the file beside the one that the document has now. */
export function CompareFile({ text, origin, userId, onClose }: CompareFileProps) {
  const { t } = useTranslation(['imports', 'documents', 'common', 'errors']);
  const [states, setStates] = useState<readonly [SavedState, SavedState] | ApiErrorCode | null>(null);
  useEffect(() => {
    let isLeft = false;
    void withRoom(origin.id, userId, async ({ doc }) => Promise.resolve(compareWith(doc, text))).then(
      (both) => isLeft || setStates(both),
      (error: unknown) => isLeft || setStates(errorCodeOf(error)),
    );
    return () => {
      isLeft = true;
    };
  }, [origin.id, userId, text]);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('imports:compared.title', { title: origin.title || t('documents:untitled') })}
      description={t('imports:compared.text')}
      closeLabel={t('common:close')}
      className="sm:w-[min(56rem,calc(100vw-2rem))] sm:-ml-[min(28rem,calc(50vw-1rem))]"
    >
      <div className="mt-4">
        {states === null && <Spinner />}
        {typeof states === 'string' && <Notice>{t(`errors:${states}`)}</Notice>}
        {states !== null && typeof states !== 'string' && (
          <DocumentComparison
            documentId={origin.id}
            before={states[0]}
            after={states[1]}
            onRevert={null}
            isReverting={false}
            isOfFile
          />
        )}
      </div>
      <div className="mt-5 flex justify-end">
        <Button onClick={onClose}>{t('imports:compared.back')}</Button>
      </div>
    </Dialog>
  );
}

function compareWith(current: Y.Doc, text: ReadyText): readonly [SavedState, SavedState] {
  const before = { ...NOTHING, updates: [Y.encodeStateAsUpdate(current)] };
  const file = new Y.Doc();
  file.getText(TITLE_ROOT).insert(0, text.title);
  const nodes = withPicturesOf(readDocument(current.getXmlFragment(TEXT_ROOT)).content ?? [], text.nodes);
  const blocks = writeDocument(nodes).toArray();
  file.getXmlFragment(TEXT_ROOT).insert(0, blocks.map((block) => block.clone()) as Y.XmlElement[]);
  return [before, { ...NOTHING, updates: [Y.encodeStateAsUpdate(file)] }];
}

/** A file has pictures without their paths; as many as the document has are taken for the same. */
function withPicturesOf(
  current: readonly DocumentNode[],
  nodes: readonly DocumentNode[],
): readonly DocumentNode[] {
  const [known, arriving] = [picturesIn(current), picturesIn(nodes)];
  if (known.length !== arriving.length) return nodes;
  const sizes = new Map<string, { width: number; height: number }>();
  const visit = ({ type, attrs, content = [] }: DocumentNode): void => {
    if (type === 'image')
      sizes.set(String(attrs?.['src']), {
        width: attrs?.['pixelWidth'] as number,
        height: attrs?.['pixelHeight'] as number,
      });
    content.forEach(visit);
  };
  current.forEach(visit);
  const pictures = new Map(
    arriving.map((from, at) => [from, { path: known[at]!, ...sizes.get(known[at]!)! }]),
  );
  return replaceIn(nodes, pictures, (href) => href);
}
