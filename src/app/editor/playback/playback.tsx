import { Pause, Play } from 'lucide-react';
import { Fragment, memo, useEffect, useMemo, useRef, type CSSProperties, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { childrenOf } from '#contract/text/document-node.ts';
import '../editor.css';
import type { Writer } from '../../data/history-log.ts';
import type { SavedState } from '../../data/versions.ts';
import { formatDateTime } from '../../i18n/format-date.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { tellHeight } from '../../ui/tell-height.ts';
import { Tooltip } from '../../ui/tooltip.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import '../preview/comparison.css';
import { drawTitle } from '../preview/drawn-title.tsx';
import { CHANGES } from '../preview/merged-content.ts';
import { renderBlocks } from '../preview/render-text.tsx';
import { nameNodes, type NodeNames } from '../text/node-names.ts';
import { ErasedTexts } from './erased-texts.tsx';
import type { Block, Frame } from './film.ts';
import { placeDots } from './place-dots.ts';
import './playback.css';
import { showMoment, type Shown } from './show-moment.ts';
import { SPEEDS } from './timeline.ts';
import { useFilm, type FilmState } from './use-film.ts';
import { usePlayer, type Player } from './use-player.ts';

interface PlaybackProps {
  readonly documentId: string;
  readonly before: SavedState;
  /** Seq of the last row. */
  readonly until: number;
  /** When comments were written, in ms. */
  readonly comments?: readonly number[];
}

const NONE: readonly number[] = [];

/** Plays how a text was written. Use a new key for each stretch. */
export function Playback({ documentId, before, until, comments = NONE }: PlaybackProps) {
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
  return (
    <>
      <ErasedTexts documentId={documentId} />
      <Screen {...state} comments={comments} />
    </>
  );
}

interface ScreenProps extends Extract<FilmState, { readonly kind: 'ready' }> {
  readonly comments: readonly number[];
}

function Screen({ film, writers, comments }: ScreenProps) {
  const player = usePlayer(film.frames);
  const { moment } = player;
  const frame = film.frames[Math.max(0, moment.count - 1)]!;
  const writer = frame.client === null || moment.count === 0 ? undefined : writers.get(frame.client);
  const color = writer?.color ?? null;
  const shown = useMemo(() => showMoment(film, moment, color), [film, moment, color]);
  return (
    <article className="editor-column" translate="no">
      <Controls player={player} total={film.frames.length} frame={frame} writer={writer}>
        {comments.length > 0 ? <Dots frames={film.frames} times={comments} onChoose={player.seek} /> : null}
      </Controls>
      <ShownText shown={shown} color={color} isWaiting={moment.count === 0 && !player.isPlaying} />
    </article>
  );
}

interface ControlsProps {
  readonly player: Player;
  readonly total: number;
  readonly frame: Frame;
  /** Undefined if unknown. */
  readonly writer: Writer | undefined;
  /** Shown along the timeline. */
  readonly children: ReactNode;
}

function Controls({ player, total, frame, writer, children }: ControlsProps) {
  const { t, i18n } = useTranslation('playback');
  const { language } = useLanguage();
  const { isPlaying, speed, moment } = player;
  const at = moment.count;
  const who = writer ? (writer.name ?? t('formerMember')) : null;
  const when = formatDateTime(new Date(frame.atMs), language);
  const place = at === 0 ? 'start' : who === null ? 'atUnknown' : 'at';
  return (
    <div ref={tellPlayer} className="player" lang={i18n.language} translate="yes">
      <p className="player-moment">
        {at === 0 ? <strong>{t('beginning')}</strong> : null}
        {at === 0 || who === null ? null : <strong translate="no">{who}</strong>}
        <span className="tabular text-muted">{when}</span>
      </p>
      <IconButton
        label={t(isPlaying ? 'pause' : 'play')}
        icon={isPlaying ? <Pause size={18} aria-hidden="true" /> : <Play size={18} aria-hidden="true" />}
        onClick={player.toggle}
      />
      <div className="player-line">
        <input
          type="range"
          aria-label={t('step')}
          aria-valuetext={t(place, { at, total, who: who ?? '', when })}
          min={0}
          max={total}
          value={at}
          onChange={(event) => player.seek(event.currentTarget.valueAsNumber)}
        />
        {children}
      </div>
      <SelectField
        label={t('speed')}
        hideLabel
        quiet
        value={String(speed)}
        onChange={(event) => player.setSpeed(Number(event.currentTarget.value))}
        options={SPEEDS.map((one) => ({ value: String(one), label: `${one}×` }))}
      />
    </div>
  );
}

/** Dots on a line, as parts of its length: no closer than a finger needs. */
const APART = 0.06;
const APART_NARROW = 0.22;

interface DotsProps {
  readonly frames: readonly Frame[];
  readonly times: readonly number[];
  readonly onChoose: (count: number) => void;
}

/** Where comments were written. */
function Dots({ frames, times, onChoose }: DotsProps) {
  const { t } = useTranslation('playback');
  const isNarrow = useNarrow();
  const dots = placeDots(frames, times, isNarrow ? APART_NARROW : APART);
  if (dots.length === 0) return null;
  return (
    <fieldset aria-label={t('commentsOnLine')} className="player-dots">
      {dots.map(({ at, comments }) => (
        <Tooltip key={at} text={t('comments', { count: comments })}>
          <button
            type="button"
            className="player-dot"
            style={{ '--at': at / frames.length } as CSSProperties}
            aria-label={t('comments', { count: comments })}
            onClick={() => onChoose(at)}
          />
        </Tooltip>
      ))}
    </fieldset>
  );
}

/** The text scrolls to below the player, however high it is. */
const tellPlayer = tellHeight('--player');

interface ShownTextProps {
  readonly shown: Shown;
  readonly color: string | null;
  /** Nothing has been played yet. */
  readonly isWaiting: boolean;
}

/** Not rendered again while nothing of it changes: a reader may have scrolled elsewhere. */
const ShownText = memo(function ShownText({ shown, color, isWaiting }: ShownTextProps) {
  const { title, blocks, place } = shown;
  const { t, i18n } = useTranslation(['playback', 'editor']);
  const draw = useMemo(() => createDrawing(nameNodes(i18n)), [i18n]);
  const heading = useRef<HTMLHeadingElement>(null);
  const text = useRef<HTMLDivElement>(null);
  // After each letter: it may be drawn again, and grow out of view.
  useEffect(() => {
    const block = place === null ? null : place < 0 ? heading.current : text.current?.children[place];
    if (block instanceof HTMLElement) return showChange(block, color);
  });
  return (
    <>
      <h2 ref={heading} className="title-field">
        {title.length === 0 ? t('editor:untitled') : drawTitle(title)}
      </h2>
      <div ref={text} className="document-text is-read-only">
        {isWaiting && blocks.every(isEmpty) ? (
          <p className="document-empty" lang={i18n.language} translate="yes">
            {t('playback:press')}
          </p>
        ) : (
          draw(blocks)
        )}
      </div>
    </>
  );
});

const isEmpty = ({ node }: Block): boolean => node.type === 'paragraph' && childrenOf(node).length === 0;

/** Brings what is being written into view, in the color of its writer. */
function showChange(block: HTMLElement, color: string | null): () => void {
  block.dataset['written'] = '';
  if (color !== null) block.style.setProperty('--author', color);
  const typed = block.querySelectorAll('[data-change]');
  (typed[typed.length - 1] ?? block).scrollIntoView({ block: 'nearest' });
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
      CHANGES,
    );
    for (const [at, block] of fresh.entries())
      drawn.set(block, <Fragment key={block.key}>{elements[at]}</Fragment>);
    return blocks.map((block) => drawn.get(block));
  };
}
