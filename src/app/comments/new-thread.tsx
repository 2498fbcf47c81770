import { useTranslation } from 'react-i18next';
import { newId } from '../data/new-id.ts';
import { useComments } from './comments-context.ts';
import { Composer } from './composer.tsx';
import { NEW_THREAD } from './drafts.ts';
import type { NewAnchor } from './types.ts';

/** In place of the id of a thread, where places of cards are kept. */
export const DRAFT_ID = 'draft';

/** Card of a comment that begins a thread. */
export function NewThread({
  anchor,
  takesFocus,
}: {
  readonly anchor: NewAnchor;
  readonly takesFocus: boolean;
}) {
  const { store, desk, drafts, backToText, leaveSelection, cannot } = useComments();
  const { t } = useTranslation('comments');
  const leave = (): void => {
    if (drafts.read(NEW_THREAD) === null) desk.endDraft();
    backToText();
  };
  return (
    <section
      aria-label={t('new')}
      className="flex flex-col gap-3 rounded-card border border-edge/60 bg-raised p-3 shadow-high"
    >
      {anchor.quote === '' ? null : (
        <blockquote
          translate="no"
          dir="auto"
          className="line-clamp-2 border-l-2 border-amber pl-2 text-[13px]/5 break-words text-muted"
        >
          {anchor.quote}
        </blockquote>
      )}
      {cannot === null ? null : <p className="text-[13px] text-danger">{t(`cannotReply.${cannot}`)}</p>}
      <Composer
        draftOf={NEW_THREAD}
        anchor={anchor}
        label={t('field')}
        sendLabel={t('send')}
        cancelLabel={t('cancel')}
        takesFocus={takesFocus}
        mayAssign
        onSend={(body, assignee) => {
          const thread = newId();
          store.add({ thread, comment: newId(), anchor, body, assignee });
          desk.endDraft();
          desk.activate(thread);
          leaveSelection();
        }}
        onCancel={() => {
          desk.endDraft();
          backToText();
        }}
        onLeave={leave}
      />
    </section>
  );
}
