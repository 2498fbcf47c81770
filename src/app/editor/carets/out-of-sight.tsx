import type { Editor } from '@tiptap/core';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Awareness } from 'y-protocols/awareness';
import { caretPlaces } from '../binding/caret-labels.ts';
import type { CaretUser } from '../binding/remote-carets.ts';
import { later } from '../../ui/load-later.tsx';
import { detailsAround, isHidden } from '../details/open-details.ts';
import { caretUser } from './caret-users.ts';
import './out-of-sight.css';
import { onceSettled } from './create-places.ts';
import { showCaret } from './scroll-to-place.ts';

/** Loaded on demand, because presence has it in another chunk. */
const wayBack = later(() => import('../../ui/way-back.ts'));

interface OutOfSightProps {
  readonly editor: Editor;
  readonly awareness: Awareness;
}

interface Caret extends CaretUser {
  readonly client: number;
  readonly side: Side | null;
  /** Vertical position as a share of the document's height, from 0 to 1. */
  readonly at: number;
}

type Side = 'above' | 'below';
const MAX_NAMES = 3;
/** Pixels: the bars at the top and at the foot of the window. */
const [TOP_PX, FOOT_PX] = [110, 50];

/** Marks beside the scrollbar for all carets, and names of the people whose caret is not in view. */
export function OutOfSight({ editor, awareness }: OutOfSightProps) {
  const carets = useCarets(editor, awareness);
  return (
    <>
      <div className="caret-rail" aria-hidden="true">
        {carets.map(({ client, color, at }) => (
          <span key={client} style={{ '--author': color, top: `${at * 100}%` } as object} />
        ))}
      </div>
      {/* Suspends while its translations load; the editor must not wait. */}
      <Suspense fallback={null}>
        <Names editor={editor} side="above" carets={carets} />
        <Names editor={editor} side="below" carets={carets} />
      </Suspense>
    </>
  );
}

interface NamesProps {
  readonly editor: Editor;
  readonly side: Side;
  readonly carets: readonly Caret[];
}

function Names({ editor, side, carets }: NamesProps) {
  const { t } = useTranslation('latePresence');
  const [all, setAll] = useState(false);
  const there = findAway(carets, side);
  const shown = all || there.length <= MAX_NAMES ? there : there.slice(0, MAX_NAMES - 1);
  const go = ({ client, name }: Caret): void => {
    const back = showCaret(editor, [client]);
    if (back)
      void wayBack
        .wait()
        .then(({ showWayBack }) => showWayBack({ back, text: t('went', { name }), label: t('back') }));
  };
  if (there.length === 0) return null;
  return (
    <nav aria-label={t(side)} className={`out-of-sight is-${side}`}>
      {shown.map((caret) => (
        <button
          key={caret.client}
          type="button"
          aria-label={t('goTo', { name: caret.name })}
          style={{ '--author': caret.color } as object}
          onClick={() => go(caret)}
        >
          <span className="caret-name" translate="no">
            {caret.name}
          </span>
        </button>
      ))}
      {shown.length < there.length ? (
        <button
          type="button"
          className="is-count"
          aria-label={t('more', { count: there.length - shown.length })}
          onClick={() => setAll(true)}
        >
          {`+${there.length - shown.length}`}
        </button>
      ) : null}
    </nav>
  );
}

/** One person may have several tabs. Their carets have the same name and color. */
const personOf = ({ name, color }: Caret): string => `${name} ${color}`;

/** For each person without a caret in view, one of their carets on this side. */
function findAway(carets: readonly Caret[], side: Side): readonly Caret[] {
  const seen = new Set(carets.filter((caret) => caret.side === null).map(personOf));
  const away = carets.filter((caret) => caret.side === side && !seen.has(personOf(caret)));
  return [...new Map(away.map((caret) => [personOf(caret), caret])).values()];
}

function useCarets(editor: Editor, awareness: Awareness): readonly Caret[] {
  const [carets, setCarets] = useState<readonly Caret[]>([]);
  useEffect(() => {
    let frame = 0;
    const look = (): void => setCarets((before) => sameOr(before, readCarets(editor, awareness)));
    const lookSoon = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    };
    lookSoon();
    const stop = onceSettled(editor, lookSoon);
    addEventListener('scroll', lookSoon, { passive: true });
    addEventListener('resize', lookSoon);
    awareness.on('change', lookSoon);
    return () => {
      cancelAnimationFrame(frame);
      stop();
      removeEventListener('scroll', lookSoon);
      removeEventListener('resize', lookSoon);
      awareness.off('change', lookSoon);
    };
  }, [editor, awareness]);
  return carets;
}

/** Keeps the list while nothing that is drawn has changed. */
const sameOr = (before: readonly Caret[], now: readonly Caret[]): readonly Caret[] =>
  JSON.stringify(before) === JSON.stringify(now) ? before : now;

function readCarets({ view }: Editor, awareness: Awareness): readonly Caret[] {
  const { top, height } = view.dom.getBoundingClientRect();
  // The editor is hidden while a version is shown.
  if (height === 0) return [];
  return [...caretPlaces(view.state)].map(([client, pos]) => {
    const y = topOf(view, pos);
    const side = y < TOP_PX ? 'above' : y > innerHeight - FOOT_PX ? 'below' : null;
    const at = Math.round(Math.min(1, Math.max(0, (y - top) / height)) * 1000) / 1000;
    return { client, side, at, ...caretUser(awareness, client) };
  });
}

/** Of a caret in a closed section: the top of the section. */
function topOf(view: Editor['view'], pos: number): number {
  const $pos = view.state.doc.resolve(pos);
  return view.coordsAtPos(isHidden(view.state, pos) ? (detailsAround($pos).at(-1) ?? pos) + 1 : pos).top;
}
