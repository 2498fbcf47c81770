import { memo, Suspense, useCallback, useMemo, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { mayComment } from '#contract/roles.ts';
import { Editor, type EditorHandle } from '../../editor/editor.tsx';
import type { OnMention } from '../../editor/mention/member-directory.ts';
import { useTextLanguage } from '../../editor/document-tools/use-text-language.ts';
import { TitleField } from '../../editor/title/title-field.tsx';
import { needsReload } from '../../presence/status-bar.tsx';
import type { Paragraph } from '../../room/deleted-text.ts';
import type { Room } from '../../room/open-room.ts';
import type { Person } from '../../room/people.ts';
import { later } from '../../ui/load-later.tsx';
import { AskToWrite, RecoveredTray } from './late-loader.ts';
import type { PartProps } from './use-open-page.ts';

/** Title and text in the editor. */
export function DocumentText({ page }: PartProps) {
  const { room, status, people, title, editable, editor, keepEditor, showsCaret } = page;
  const { t } = useTranslation('documents');
  return (
    <Text
      room={room}
      editor={editor}
      onReady={keepEditor}
      editable={editable}
      canComment={mayComment(status.role)}
      showsCaret={showsCaret}
      canAsk={status.save === 'view-only' && !needsReload(status)}
      people={people}
      label={title.trim() || t('textLabel')}
      startsUntitled={title === ''}
    />
  );
}

interface TextProps {
  readonly room: Room;
  readonly editor: RefObject<EditorHandle | null>;
  readonly onReady: (handle: EditorHandle) => void;
  readonly editable: boolean;
  readonly canComment: boolean;
  readonly showsCaret: boolean;
  /** Viewers may request edit access. */
  readonly canAsk: boolean;
  readonly people: readonly Person[];
  readonly label: string;
  readonly startsUntitled: boolean;
}

/** Memoized: the save status changes at every pause in typing and must not re-render the editor. */
const Text = memo(function Text(props: TextProps) {
  const { room, editor, onReady, editable, showsCaret, canAsk, people, label, startsUntitled } = props;
  // Fixed on mount: when others empty the title later, the caret must not jump there.
  const [startInTitle] = useState(editable && startsUntitled);
  const beforeIncoming = useCallback((listener: () => void) => room.on('incoming', listener), [room]);
  const insertRecovered = useCallback(
    (paragraphs: readonly Paragraph[]) => editor.current?.insertRecovered(paragraphs),
    [editor],
  );
  return (
    <>
      <Editor
        doc={room.doc}
        awareness={room.awareness}
        documentId={room.documentId}
        user={useSelf(people)}
        editable={editable}
        canComment={props.canComment}
        showsCaret={showsCaret}
        onImages={room.takeImages}
        askToWrite={canAsk ? askToWrite(room.documentId) : null}
        label={label}
        lang={useTextLanguage(room.doc)}
        onReady={onReady}
        beforeIncoming={beforeIncoming}
        follower={room.follower}
        onDropped={room.recovered.offer}
        onMention={useTellMention(room)}
      >
        <TitleField
          doc={room.doc}
          editable={editable}
          // A new document starts in its title, so that the user can type at once.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={startInTitle}
          onEnter={() => editor.current?.focusStart()}
        />
      </Editor>
      <RecoveredTray
        tray={room.recovered}
        onInsert={editable ? insertRecovered : null}
        onEmptied={() => editor.current?.focus()}
      />
    </>
  );
});

const mentions = later(() => import('./tell-mentions.ts'));

function useTellMention(room: Room): OnMention {
  return useCallback((...mention) => void mentions.wait().then(({ tell }) => tell(room, ...mention)), [room]);
}

/** The name and color of the user's caret. */
function useSelf(people: readonly Person[]) {
  const { name = '', color = '' } = people.find((person) => person.isSelf) ?? {};
  return useMemo(() => ({ name, color }), [name, color]);
}

// Suspends while its translations load; the editor must not wait.
function askToWrite(documentId: string) {
  return (
    <Suspense fallback={null}>
      <AskToWrite documentId={documentId} />
    </Suspense>
  );
}
