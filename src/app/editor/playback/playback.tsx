import { Pause, Play } from 'lucide-react';
import { Fragment, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import '../editor.css';
import type { SavedState } from '../../data/versions.ts';
import { formatDateTime } from '../../i18n/format-date.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { renderBlocks } from '../preview/render-text.tsx';
import { nameNodes, type NodeNames } from '../text/node-names.ts';
import type { Block } from './film.ts';
import './playback.css';
import { createTimeline } from './timeline.ts';
import { useFilm, type FilmState } from './use-film.ts';

interface PlaybackProps {
  readonly documentId: string;
  readonly before: SavedState;
  /** Seq of the last row. */
  readonly until: number;
}

/** Plays how a text was written. Use a new key for each stretch. */
export function Playback({ documentId, before, until }: PlaybackProps) {
  const { t } = useTranslation(['playback', 'errors']);
  const state = useFilm(documentId, before, until);
  if (state.kind === 'failed') return <p role="alert">{t(`errors:${state.code}`)}</p>;
  if (state.kind === 'loading') {
    return (
      <div className="editor-column">
        <p>{t('playback:loading')}</p>
        <progress className="mt-2 w-full" max={1} value={state.part} aria-label={t('playback:loading')} />
      </div>
    );
  }
  if (state.film.frames.length === 0) return <p className="editor-column">{t('playback:nothing')}</p>;
  return <Player {...state} />;
}

const SPEEDS = [1, 4, 16, 64] as const;

type Ready = FilmState & { readonly kind: 'ready' };

function Player({ film, writers }: Ready) {
  const { t, i18n } = useTranslation('playback');
  const { language } = useLanguage();
  const { frames } = film;
  const timeline = useMemo(() => createTimeline(frames), [frames]);
  const [count, setCount] = useState(0);
  const [speed, setSpeed] = useState<number>(4);
  /** From where it plays; null while it is paused. */
  const [from, setFrom] = useState<{ readonly count: number } | null>(null);
  const draw = useMemo(() => createDrawing(nameNodes(i18n)), [i18n]);
  const isPlaying = from !== null;
  const play = (): void => setFrom(isPlaying ? null : { count: count === frames.length ? 0 : count });
  useEffect(() => {
    if (from === null) return;
    let timeMs = timeline.timeOf(from.count);
    let lastMs = performance.now();
    let handle = requestAnimationFrame(function next(nowMs) {
      timeMs += Math.max(0, nowMs - lastMs) * speed;
      lastMs = nowMs;
      setCount(timeline.countAt(timeMs));
      if (timeMs < timeline.durationMs) handle = requestAnimationFrame(next);
      else setFrom(null);
    });
    return () => cancelAnimationFrame(handle);
  }, [from, speed, timeline]);
  const frame = frames[Math.max(0, count - 1)]!;
  const writer = frame.client === null || count === 0 ? undefined : writers.get(frame.client);
  const who = writer ? (writer.name ?? t('formerMember')) : '';
  const text = useRef<HTMLDivElement>(null);
  const color = writer?.color ?? null;
  useEffect(() => {
    const at = film.changedAt(count);
    const block = at === null ? undefined : text.current?.children[at];
    if (block instanceof HTMLElement) return showChange(block, color);
  }, [film, count, color, text]);
  const when = formatDateTime(new Date(frame.atMs), language);
  return (
    <article className="editor-column" translate="no">
      <div className="player" lang={i18n.language} translate="yes">
        <IconButton
          label={t(isPlaying ? 'pause' : 'play')}
          icon={isPlaying ? <Pause size={18} aria-hidden="true" /> : <Play size={18} aria-hidden="true" />}
          onClick={play}
        />
        <input
          type="range"
          aria-label={t('step')}
          aria-valuetext={
            count === 0
              ? t('start', { total: frames.length })
              : t('at', { at: count, total: frames.length, who, when })
          }
          min={0}
          max={frames.length}
          value={count}
          onChange={(event) => {
            setFrom(null);
            setCount(event.currentTarget.valueAsNumber);
          }}
        />
        <SelectField
          label={t('speed')}
          hideLabel
          quiet
          value={String(speed)}
          onChange={(event) => {
            setSpeed(Number(event.currentTarget.value));
            if (isPlaying) setFrom({ count });
          }}
          options={SPEEDS.map((one) => ({ value: String(one), label: `${one}×` }))}
        />
        <p className="player-moment">
          <strong translate={count === 0 ? 'yes' : 'no'}>{count === 0 ? t('beginning') : who}</strong>
          <span className="tabular text-muted">{when}</span>
        </p>
      </div>
      <div ref={text} className="document-text is-read-only">
        {draw(film.blocksAt(count))}
      </div>
    </article>
  );
}

/** Brings what is being written into view, in the color of its writer. */
function showChange(block: HTMLElement, color: string | null): () => void {
  block.dataset['written'] = '';
  if (color !== null) block.style.setProperty('--author', color);
  block.scrollIntoView({ block: 'nearest' });
  return () => {
    delete block.dataset['written'];
    block.style.removeProperty('--author');
  };
}

/** Draws blocks; those that stayed the same are the same elements, which React does not render again. */
function createDrawing(names: NodeNames): (blocks: readonly Block[]) => readonly ReactNode[] {
  const drawn = new WeakMap<Block, ReactNode>();
  return (blocks) => {
    const fresh = blocks.filter((block) => !drawn.has(block));
    const elements = renderBlocks(
      fresh.map(({ node }) => node),
      names,
    );
    for (const [at, block] of fresh.entries())
      drawn.set(block, <Fragment key={block.key}>{elements[at]}</Fragment>);
    return blocks.map((block) => drawn.get(block));
  };
}
