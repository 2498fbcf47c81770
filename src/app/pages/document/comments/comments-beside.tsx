import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { AnnounceReplies } from '../../../comments/announce-replies.tsx';
import { useDesk } from '../../../comments/use-threads.ts';
import { Margin } from '../../../comments/margin.tsx';
import { PrintedComments } from '../../../comments/printed-comments.tsx';
import { panelPath } from '../../../data/paths.ts';
import { hostClock } from '#yjs-supabase/clock';
import { mayComment } from '#contract/roles.ts';
import { watchBack } from '../../../room/comments/watch-back.ts';
import { showToast } from '../../../ui/toast.tsx';
import type { PartProps } from '../use-open-page.ts';
import { CommentsPart, textColumn } from './comments-part.tsx';
import type { OpenComments } from './open-comments.ts';
import { useCommentKeys } from './use-comment-keys.ts';

/** The threads beside the text, and all by which the text leads to them. */
export function CommentsBeside({ page }: PartProps) {
  const { comments } = page;
  return comments === null ? null : <Beside page={page} comments={comments} />;
}

interface BesideProps extends PartProps {
  readonly comments: OpenComments;
}

function Beside({ page, comments }: BesideProps) {
  const { panel, history } = page;
  const side = useMemo(
    () => ({ tops: comments.places.tops, onLayout: comments.places.onLayout, column: textColumn }),
    [comments],
  );
  useLinked(page, comments);
  useText(page, comments);
  const isTextShown = history.shown === null;
  useCommentKeys(isTextShown ? comments.places.step : stay, comments.desk);
  useBack(page, comments);
  useAim(comments);
  // After those that take it.
  useEffect(() => comments.replay(), [comments]);
  return (
    <CommentsPart page={page} comments={comments}>
      {panel.name === 'comments' || !isTextShown ? null : <Margin side={side} />}
      <AnnounceReplies />
      {isTextShown ? <PrintedComments /> : null}
    </CommentsPart>
  );
}

/** Beside a version, its own threads are gone to. */
const stay = (): null => null;

/** Longer ago than this, a click is not why a highlight was picked. */
const CLICK_MS = 600;

/** Clicks on highlights, and requests to comment. */
function useText({ status }: PartProps['page'], { places, desk }: OpenComments): void {
  const { t } = useTranslation('comments');
  const may = mayComment(status.role);
  useEffect(() => {
    let clickedMs = -Infinity;
    const click = (): void => {
      clickedMs = performance.now();
    };
    document.addEventListener('pointerup', click, { capture: true });
    const leave = ({ target }: PointerEvent): void => {
      const isText = target instanceof Element && target.closest('.editor-text') !== null;
      const isAiming = desk.read().attaching !== null;
      if (isText && !isAiming && !target.closest('[data-comment]')) desk.activate(null);
    };
    document.addEventListener('pointerdown', leave);
    const stops = [
      places.onPick((ids) => {
        if (desk.read().attaching === null)
          desk.activate(ids[0] ?? null, performance.now() - clickedMs < CLICK_MS);
      }),
      places.onAsk((anchor) => (may ? desk.begin(anchor) : void showToast.plain(t('cannotReply.viewer')))),
    ];
    return () => {
      document.removeEventListener('pointerup', click, { capture: true });
      document.removeEventListener('pointerdown', leave);
      for (const stop of stops) stop();
    };
  }, [places, desk, may, t]);
}

/** While a thread is being attached, it follows the selection. */
function useAim({ places, desk }: OpenComments): void {
  const { attaching } = useDesk(desk);
  const isAiming = attaching !== null;
  useEffect(() => (isAiming ? places.watchSelection(desk.aim) : undefined), [isAiming, places, desk]);
}

/** Tells how many comments a restore brought back. */
function useBack({ room }: PartProps['page'], { store, tracker }: OpenComments): void {
  const { t } = useTranslation('comments');
  useEffect(
    () =>
      watchBack({
        onRestore: (listener) => room.on('restore', listener),
        onMoved: tracker.onMoved,
        threads: store.threads,
        stateOf: (thread) => tracker.placeOf(thread).state,
        clock: hostClock,
        tell: (count) => showToast.plain(t('back', { count })),
      }),
    [room, store, tracker, t],
  );
}

/** A link to a thread opens it, once it is loaded. One without a place is in the panel only. */
function useLinked({ room }: PartProps['page'], { store, places, tracker, desk }: OpenComments): void {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const linked = search.get('comment');
  // The same link opened again shows it again.
  const { key } = useLocation();
  const shown = useRef<string | null>(null);
  useEffect(() => {
    const show = (): void => {
      const thread = store.threads().find(({ id }) => id === linked);
      if (!thread || shown.current === key) return;
      shown.current = key;
      desk.activate(thread.id);
      if (tracker.placeOf(thread).state === 'none')
        void navigate(panelPath(room.documentId, 'comments'), { replace: true });
      else places.scrollTo(thread.id);
    };
    show();
    return store.on(show);
  }, [linked, key, store, places, tracker, desk, navigate, room]);
}
