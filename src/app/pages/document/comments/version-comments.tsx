import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, type ReactNode } from 'react';
import { Margin } from '../../../comments/margin.tsx';
import type { TextSide } from '../../../comments/text-side.ts';
import { openDesk } from '../../../comments/desk.ts';
import { useDesk, useThreads } from '../../../comments/use-threads.ts';
import { versionsQuery, type SavedState } from '../../../data/versions.ts';
import {
  measureThreads,
  scrollToThread,
  type ShownThreads,
} from '../../../editor/preview/commented-text.tsx';
import { threadsOfVersion, type PastThread } from '../../../room/comments/threads-of-version.ts';
import type { PartProps } from '../use-open-page.ts';
import { CommentsPart } from './comments-part.tsx';
import { endOfState } from './end-of-state.ts';
import type { OpenComments } from './open-comments.ts';
import { useCommentKeys } from './use-comment-keys.ts';

interface VersionCommentsProps extends PartProps {
  readonly comments: OpenComments;
  readonly state: SavedState;
  /** The thread to begin with. */
  readonly wanted: string | null;
  /** As numbers beside a comparison. */
  readonly isCompared: boolean;
  readonly render: (shown: ShownThreads) => ReactNode;
}

const NOWHERE = { state: 'none', ranges: [] } as const;

const columnOfVersion = (): Element | null => document.querySelector('main article.editor-column');

/** A version with the threads of its time, which can be read there. */
export function VersionComments({ page, comments, render, ...version }: VersionCommentsProps) {
  const { wanted, isCompared } = version;
  const found = usePastThreads(page.room.documentId, comments, version);
  const desk = useMemo(() => openDesk(), []);
  const { active } = useDesk(desk);
  const threads = useMemo(
    () => found.map(({ thread, painted }) => ({ id: thread.id, ranges: painted })),
    [found],
  );
  const layout = useMemo(() => listeners(), []);
  const side = useMemo(() => sideOf(found, layout.on), [found, layout]);
  const past = useMemo(() => {
    const all = found.map(({ thread }) => thread);
    const byId = new Map(found.map((one) => [one.thread.id, one]));
    return {
      store: { ...comments.store, threads: () => all },
      desk,
      placeOf: ({ id }: { readonly id: string }) => byId.get(id)?.place ?? NOWHERE,
      textAt: () => '',
      laterReplies: (id: string) => byId.get(id)?.later ?? 0,
      cannot: 'version' as const,
      scrollTo,
      backToText: () => document.getElementById('main')?.focus({ preventScroll: true }),
    };
  }, [comments, desk, found]);
  const step = useCallback(
    (direction: 1 | -1): string | null => {
      const ids = [...side.tops().keys()];
      const at = ids.indexOf(desk.read().active ?? '');
      const next = ids.at(at < 0 && direction === 1 ? 0 : (at + direction) % ids.length) ?? null;
      if (next !== null) scrollTo(next);
      return next;
    },
    [side, desk],
  );
  useCommentKeys(step, desk);
  const isWanted = found.some(({ thread }) => thread.id === wanted);
  useEffect(() => {
    if (!isWanted || wanted === null) return;
    desk.activate(wanted);
    scrollTo(wanted);
  }, [desk, wanted, isWanted]);
  return (
    <>
      <Shown
        render={render}
        threads={threads}
        active={active}
        onPick={([id]) => desk.activate(id ?? null)}
        onLayout={layout.tell}
      />
      <CommentsPart page={page} comments={comments} past={past}>
        <Margin side={side} isSmall={isCompared} />
      </CommentsPart>
    </>
  );
}

type ShownProps = Pick<VersionCommentsProps, 'render'> & Parameters<VersionCommentsProps['render']>[0];

const Shown = ({ render, ...commented }: ShownProps) => render(commented);

function sideOf(found: readonly PastThread[], onLayout: TextSide['onLayout']): TextSide {
  const whole = found.filter(({ place }) => place.ranges.length === 0).map(({ thread }) => thread.id);
  const tops = (): ReturnType<TextSide['tops']> => {
    const column = columnOfVersion();
    return column ? measureThreads(column, whole) : new Map();
  };
  return { tops, onLayout, column: columnOfVersion };
}

function listeners() {
  const all = new Set<() => void>();
  return {
    on: (listener: () => void) => {
      all.add(listener);
      return () => void all.delete(listener);
    },
    tell: () => {
      for (const listener of all) listener();
    },
  };
}

function scrollTo(thread: string): void {
  const column = columnOfVersion();
  if (column) scrollToThread(column, thread);
}

function usePastThreads(
  documentId: string,
  { store, tracker }: OpenComments,
  { state, wanted }: Pick<VersionCommentsProps, 'state' | 'wanted'>,
): readonly PastThread[] {
  const threads = useThreads(store);
  const { data: versions = [] } = useQuery(versionsQuery(documentId));
  const untilMs = endOfState(state.seq, versions);
  return useMemo(
    () => threadsOfVersion(state.updates, threads, { seq: state.seq, untilMs, wanted }, tracker.placeOf),
    [state, threads, untilMs, wanted, tracker],
  );
}
