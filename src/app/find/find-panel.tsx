import { Suspense, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { Search, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { errorCodeOf } from '../data/api-error.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { DialogPanel } from '../ui/dialog-panel.tsx';
import { takeTyped } from '../ui/early-find.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { TextSpan } from '../ui/text-span.tsx';
import { FindKeys } from './find-keys.tsx';
import { FindList } from './find-list.tsx';
import { findRows, passageRows, type Findable } from './find-rows.ts';
import { keepActive, moveActive } from './move-active.ts';
import type { Group, Row } from './rows.ts';
import { useTexts, type SearchTexts, type Texts } from './use-texts.ts';

export interface FindPanelProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly findable: Omit<Findable, 'untitled'>;
  readonly searchTexts: SearchTexts;
  /** Searches the text of the open document. */
  readonly searchHere?: SearchTexts | undefined;
  /** Called when the panel has gone; `query` was typed. */
  readonly onChosen: (row: Row, query: string) => void;
  /** Ctrl+Enter and clicks with Ctrl: false if the row cannot be opened there. */
  readonly openInTab: (row: Row, query: string) => boolean;
}

/** Mod+K: a field, and everything found below it. */
export function FindPanel(props: FindPanelProps) {
  const { open, onOpenChange, onChosen } = props;
  const { t } = useTranslation(['find', 'common']);
  const chosen = useRef<readonly [Row, string] | null>(null);
  const choose = (row: Row, query: string, inTab: boolean): void => {
    if (inTab && props.openInTab(row, query)) return;
    chosen.current = [row, query];
    onOpenChange(false);
  };
  const runChosen = (): void => {
    const last = chosen.current;
    chosen.current = null;
    if (last) onChosen(...last);
  };
  return (
    <DialogPanel
      open={open}
      onOpenChange={onOpenChange}
      title={t('find:title')}
      closeLabel={t('common:close')}
      bare
      onGone={runChosen}
    >
      <Finding {...props} onChoose={choose} />
    </DialogPanel>
  );
}

interface FindingProps extends FindPanelProps {
  readonly onChoose: (row: Row, query: string, inTab: boolean) => void;
}

/** Mounted while the panel is open, so that it begins empty each time. */
function Finding({ findable, searchTexts, searchHere, onOpenChange, onChoose }: FindingProps) {
  const { t } = useTranslation(['find', 'common', 'documents']);
  const { language } = useLanguage();
  const listId = useId();
  const [query, setQuery] = useState(takeTyped);
  const [activeId, setActiveId] = useState<string | null>(null);
  const texts = useTexts(query, searchTexts, { searchHere });
  const untitled = t('documents:untitled');
  const named = useMemo(
    () => findRows(query, { ...findable, untitled }, language),
    [query, findable, untitled, language],
  );
  const groups = withTexts(named, texts);
  const rows = groups.flatMap((group) => group.rows);
  const active = keepActive(rows, activeId);
  // The first row is highlighted until the user moves; what comes later must not take its place.
  if (active !== null && active.id !== activeId) setActiveId(active.id);

  const onKeyDown = (event: KeyboardEvent): void => {
    // Keys that end a composition belong to the input method.
    if (event.nativeEvent.isComposing || event.keyCode === COMPOSING) return;
    if (event.key === 'Enter' && active) onChoose(active, query, event.ctrlKey || event.metaKey);
    else if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const next = moveActive(rows, activeId, event.key);
    if (next) setActiveId(next.id);
    if (next || event.key === 'Enter') event.preventDefault();
  };
  return (
    <>
      <div className="flex shrink-0 items-center gap-2 border-b border-line pr-2 pl-4">
        <span className="flex size-5 shrink-0 items-center justify-center text-muted">
          {texts.state === 'searching' ? <Spinner /> : <Search size={18} aria-hidden="true" />}
        </span>
        <input
          type="text"
          role="combobox"
          aria-label={t('find:title')}
          aria-expanded={rows.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active ? optionId(listId, active) : undefined}
          value={query}
          dir="auto"
          placeholder={t('find:hint')}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          className="h-13 min-w-0 flex-1 bg-transparent text-[16px] text-ink outline-none"
          onChange={(event) => {
            setQuery(event.target.value);
            setActiveId(null);
          }}
          onKeyDown={onKeyDown}
          onFocus={({ currentTarget }) => queueMicrotask(() => putCaretLast(currentTarget))}
        />
        <IconButton
          label={t('common:close')}
          icon={<X size={18} aria-hidden="true" />}
          onClick={() => onOpenChange(false)}
        />
      </div>
      <FindList
        id={listId}
        label={t('find:results')}
        groups={groups}
        activeId={active?.id ?? null}
        selfId={findable.selfId}
        optionId={(row) => optionId(listId, row)}
        onActive={(row) => setActiveId(row.id)}
        onChoose={(row, inTab) => onChoose(row, query, inTab)}
      >
        <Suspense fallback={null}>
          <Note query={query.trim()} count={rows.length} texts={texts} />
        </Suspense>
      </FindList>
      <FindKeys />
    </>
  );
}

/** The dialog selects the text of the field that it focuses, and the next key would replace what was typed early. */
function putCaretLast(field: HTMLInputElement): void {
  field.setSelectionRange(field.value.length, field.value.length);
}

/** `keyCode` of every key while text is composed; in Safari also of the Enter that ends it. */
const COMPOSING = 229;

const optionId = (listId: string, row: Row): string => `${listId} ${row.id}`.replaceAll(/\s/g, '-');

const withTexts = (named: readonly Group[], { passages }: Texts): readonly Group[] =>
  passages.length === 0 ? named : [...named, { name: 'texts', rows: passageRows(passages) }];

/** In words: how much was found, and why texts were not searched. */
function Note({
  query,
  count,
  texts,
}: {
  readonly query: string;
  readonly count: number;
  readonly texts: Texts;
}) {
  const { t } = useTranslation(['find', 'errors']);
  const isDone = query !== '' && texts.state !== 'searching';
  const shown = noteOf(texts, query !== '' && count === 0);
  return (
    <>
      <output className="sr-only">
        <TextSpan>{isDone && count > 0 ? t('find:count', { count }) : ''}</TextSpan>
      </output>
      <output className="block px-4 pt-2 pb-3 text-[13px] text-muted empty:hidden">
        {shown && (
          <TextSpan>
            {shown === 'textsFailed'
              ? `${t('find:textsFailed')}. ${t(`errors:${errorCodeOf(texts.error)}`)}`
              : t(`find:${shown}`, { query })}
          </TextSpan>
        )}
      </output>
    </>
  );
}

function noteOf(
  { state, isHere }: Texts,
  isEmpty: boolean,
): 'offline' | 'offlineHere' | 'textsFailed' | 'searching' | 'nothing' | null {
  if (state === 'offline') return isHere ? 'offlineHere' : 'offline';
  if (state === 'failed') return 'textsFailed';
  if (!isEmpty) return null;
  return state === 'searching' ? 'searching' : 'nothing';
}
