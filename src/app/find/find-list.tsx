// The list box follows the pattern of a combobox whose field keeps the focus and takes the keys.
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events */
import { clsx } from 'clsx';
import { useEffect, useId, useRef, type MouseEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FindRow } from './find-row.tsx';
import type { Group, Row } from './rows.ts';

interface FindListProps {
  readonly id: string;
  readonly label: string;
  readonly groups: readonly Group[];
  readonly activeId: string | null;
  readonly selfId: string;
  readonly optionId: (row: Row) => string;
  readonly onActive: (row: Row) => void;
  readonly onChoose: (row: Row, inTab: boolean) => void;
  /** Below the rows. */
  readonly children: ReactNode;
}

/** The list box of *Find*; the focus stays in the field. */
export function FindList(props: FindListProps) {
  const { id, label, groups, activeId, children } = props;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (activeId === null) return;
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  return (
    <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain pt-1" data-find-list="">
      <div ref={list} id={id} role="listbox" aria-label={label}>
        {groups.map((group) => (
          <FindGroup key={group.name} {...props} group={group} />
        ))}
      </div>
      {children}
    </div>
  );
}

function FindGroup({ group, ...list }: FindListProps & { readonly group: Group }) {
  const { activeId, selfId, optionId, onActive, onChoose } = list;
  const { t } = useTranslation('find');
  const name = useId();
  return (
    <div role="group" aria-labelledby={name} className="px-2 pb-2">
      <div id={name} className="px-2 pt-2 pb-1 text-[13px] text-muted">
        {t(`group.${group.name}`)}
      </div>
      {group.rows.map((row) => (
        <div
          key={row.id}
          id={optionId(row)}
          role="option"
          tabIndex={-1}
          aria-selected={row.id === activeId}
          className={clsx(
            'flex min-h-9 cursor-pointer scroll-my-10 items-start gap-3 rounded-control px-2 py-1.5 pointer-coarse:min-h-11 pointer-coarse:py-2.5',
            row.id === activeId && 'bg-hover',
          )}
          // Not on entering: rows that scroll below a resting pointer must not take the highlight.
          onMouseMove={() => onActive(row)}
          // Keeps the focus in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={(event) => onChoose(row, hasMod(event))}
          onAuxClick={(event) => event.button === MIDDLE && onChoose(row, true)}
        >
          <FindRow row={row} selfId={selfId} />
        </div>
      ))}
    </div>
  );
}

const MIDDLE = 1;

const hasMod = ({ ctrlKey, metaKey }: MouseEvent): boolean => ctrlKey || metaKey;
