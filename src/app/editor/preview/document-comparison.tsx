import type { JSONContent } from '@tiptap/core';
import { useEffect, useMemo, useRef, useState, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { writeHeirs } from '#contract/authorship/heir-ranges.ts';
import { projectHeirs } from '#contract/authorship/projected-heirs.ts';
import { childrenOf } from '#contract/text/document-node.ts';
import { project } from '#contract/comparison/parts.ts';
import { abbreviate } from '#contract/comparison/restore-part.ts';
import { MAX_PART_HEIRS_CHARS } from '#contract/limits.ts';
import '../editor.css';
import type { PartRestore } from '../../data/restore-part.ts';
import type { SavedState } from '../../data/versions.ts';
import { nameNodes } from '../text/node-names.ts';
import { ChangeSteps } from './change-steps.tsx';
import { compareSaved } from './compare-saved.ts';
import './comparison.css';
import { NO_THREADS, useThreadsIn, type ShownThreads } from './commented-text.tsx';
import { describeChanges } from './describe-changes.ts';
import { drawTitle } from './drawn-title.tsx';
import { listFormatting } from './list-formatting.ts';
import { createThreadMarker, THREADS } from './mark-threads.ts';
import { CHANGES, mergeContent } from './merged-content.ts';
import { peopleOfChanges } from './people-of-changes.ts';
import { renderText } from './render-text.tsx';
import { useActors } from './use-actors.ts';

interface DocumentComparisonProps {
  readonly documentId: string;
  readonly before: SavedState;
  readonly after: SavedState;
  /** Reverts a part with `count` changes; null for users who cannot edit. */
  readonly onRevert: ((part: PartRestore, count: number) => void) | null;
  readonly isReverting: boolean;
  /** The later text is that of a file, whose writers are not known here. */
  readonly isOfFile?: boolean;
  /** Those of the later state: marked in it, and highlighted while active. */
  readonly comments?: ShownThreads;
}

/** Shows the changes between two saved states, without an editor. Use a new key for each comparison. */
export function DocumentComparison(props: DocumentComparisonProps) {
  const { documentId, before, after, onRevert, isReverting, isOfFile = false, comments = NO_THREADS } = props;
  const { threads } = comments;
  const { t, i18n } = useTranslation(['editor', 'comparison']);
  const text = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const mayReadLog = onRevert !== null;
  const compared = useMemo(
    () => compareSaved({ documentId, before, after, mayReadLog }),
    [documentId, before, after, mayReadLog],
  );
  const actors = useActors(isOfFile ? null : compared);
  const drawn = useMemo(() => {
    const { title, content } = compared
      ? mergeContent(
          compared.comparison,
          actors,
          describeChanges(i18n),
          threads.length === 0 ? null : createThreadMarker(compared.documents[1].spans, threads, 'compared'),
        )
      : { title: [], content: [] };
    const doc = { type: 'doc', content: content as JSONContent[] };
    const text = renderText(doc, nameNodes(i18n), [...CHANGES, ...THREADS]);
    return { title: title.length === 0 ? t('editor:untitled') : drawTitle(title), text };
  }, [compared, actors, threads, t, i18n]);
  useThreadsIn(text, comments);
  useEffect(() => {
    const parts = text.current?.querySelectorAll('[data-change]') ?? [];
    for (const part of parts)
      part.toggleAttribute('data-current', part.getAttribute('data-change') === String(at));
  });
  if (compared === null) return <p role="alert">{t('editor:unreadable')}</p>;
  const { comparison, documents } = compared;
  const [earlier, saved] = documents;
  const revert = (chosen: ReadonlySet<number>): void => {
    const wanted = project(comparison.parts, chosen);
    const heirs = [true, false]
      .map((withKept) => projectHeirs(comparison.parts, chosen, earlier.spans, saved.spans, withKept))
      .map(writeHeirs)
      .find(({ length }) => length <= MAX_PART_HEIRS_CHARS);
    const text = [...abbreviate(wanted, childrenOf(saved.text))];
    const known = heirs === undefined ? {} : { heirs };
    onRevert?.({ seq: after.seq, text, ...known }, chosen.size);
  };
  const choose = ({ target }: MouseEvent): void => {
    const change = target instanceof Element ? target.closest('[data-change]') : null;
    if (change) setAt(Number(change.getAttribute('data-change')));
  };
  const go = (next: number): void => {
    setAt(next);
    text.current?.querySelector(`[data-change="${next}"]`)?.scrollIntoView({ block: 'center' });
  };
  return (
    <article className="editor-column" lang={saved.lang} translate="no">
      <ChangeSteps
        comparison={comparison}
        people={actors ? peopleOfChanges(actors) : NOBODY}
        formatting={listFormatting(comparison.parts)}
        at={at}
        onStep={go}
        onRevert={onRevert ? revert : null}
        isReverting={isReverting}
      />
      {/* By keyboard a change is chosen with N and P. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div ref={text} onClick={choose}>
        <h2 className="title-field">{drawn.title}</h2>
        <div className="document-text is-read-only">{drawn.text}</div>
      </div>
    </article>
  );
}

const NOBODY: ReturnType<typeof peopleOfChanges> = new Map();
