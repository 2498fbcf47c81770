import { useId, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { errorCodeOf } from '../data/api-error.ts';
import { Spinner } from '../ui/spinner.tsx';
import { TextSpan } from '../ui/text-span.tsx';
import { Passage } from './find-row.tsx';
import type { FoundPassage } from './rows.ts';
import type { Texts } from './use-texts.ts';

interface TextsListProps {
  readonly texts: Texts;
  readonly isShown: (passage: FoundPassage) => boolean;
  readonly pathOf: (passage: FoundPassage) => string;
  /** In place of the list where nothing is found. */
  readonly empty: ReactNode;
  /** The focus leaves the first row upwards. */
  readonly onUp: () => void;
  /** Below the rows. */
  readonly children: ReactNode;
}

/** Passages in texts, as links. What was found before stays until the next answer, so that nothing jumps while one types. */
export function TextsList({ texts, isShown, pathOf, empty, onUp, children }: TextsListProps) {
  const { t } = useTranslation('find');
  const name = useId();
  const list = useRef<HTMLUListElement>(null);
  const passages = useLast(texts).filter(isShown);
  const { state } = texts;
  const isNothing = state !== 'searching' && passages.length === 0;
  // The words in place of the list say it.
  const isEmpty = state === 'found' && isNothing && Boolean(empty);
  if (state === 'off') return empty;
  return (
    <>
      {isNothing ? <div>{empty}</div> : null}
      <section aria-labelledby={isEmpty ? undefined : name} className={isEmpty ? 'mt-2' : 'mt-8'}>
        {isEmpty ? null : (
          <h2 id={name} className="flex min-h-6 items-center gap-2 px-2 pb-1 text-[13px] text-muted">
            <TextSpan>{t('group.texts')}</TextSpan>
            {state === 'searching' && <Spinner />}
          </h2>
        )}
        <output className="sr-only">
          <TextSpan>
            {state === 'found' && passages.length > 0 ? t('textsFound', { count: passages.length }) : ''}
          </TextSpan>
        </output>
        {passages.length > 0 && (
          <ul ref={list} aria-labelledby={name} className="border-t border-line">
            {passages.map((passage) => (
              <PassageLink
                key={`${passage.documentId} ${passage.comment}`}
                passage={passage}
                path={pathOf(passage)}
                onKeyDown={(event) => moveFocus(event, list, onUp)}
              />
            ))}
          </ul>
        )}
        <Note texts={texts} isNothing={isNothing && !empty} />
        {children}
      </section>
    </>
  );
}

/** Those of the answer, and until the next one those of the last. */
function useLast({ state, passages }: Texts): readonly FoundPassage[] {
  const [last, keep] = useState(NONE);
  const now = state === 'searching' ? last : state === 'found' ? passages : NONE;
  if (now !== last) keep(now);
  return now;
}

const NONE: readonly FoundPassage[] = [];

interface PassageLinkProps {
  readonly passage: FoundPassage;
  readonly path: string;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

const PassageLink = ({ passage, path, onKeyDown }: PassageLinkProps) => (
  <li className="border-b border-line">
    <Link
      to={path}
      className="flex min-h-11 items-start gap-3 px-2 py-2.5 text-ink hover:bg-hover"
      onKeyDown={onKeyDown}
    >
      <Passage passage={passage} />
    </Link>
  </li>
);

/** Keys move between the rows as in the list of documents. */
function moveFocus(event: KeyboardEvent, list: RefObject<HTMLElement | null>, onUp: () => void): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const links = [...(list.current?.querySelectorAll('a') ?? [])];
  const at = links.findIndex((link) => link === event.currentTarget);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  if (next < 0) onUp();
  else links[next]?.focus();
}

function Note({ texts, isNothing }: { readonly texts: Texts; readonly isNothing: boolean }) {
  const { t } = useTranslation(['find', 'errors']);
  const words = {
    off: '',
    searching: '',
    found: isNothing ? t('find:noTexts') : '',
    offline: t('find:offline'),
    failed: `${t('find:textsFailed')}. ${t(`errors:${errorCodeOf(texts.error)}`)}`,
  }[texts.state];
  return (
    <output className="block px-2 pt-1 text-[13px] text-muted empty:hidden">
      {words !== '' && <TextSpan>{words}</TextSpan>}
    </output>
  );
}
