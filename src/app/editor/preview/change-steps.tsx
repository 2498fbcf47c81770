import { ChevronDown, Heading, MoveDown, MoveUp, Rows2, Type, User } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { changesInBlock, changesInSection } from '#contract/comparison/choose-changes.ts';
import type { Comparison } from '#contract/comparison/parts.ts';
import { Button } from '../../ui/button.tsx';
import type { Writer } from '../../data/history-log.ts';
import type { Formatting } from './list-formatting.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';

interface ChangeStepsProps {
  readonly comparison: Comparison;
  /** Authors by change, once they are known. */
  readonly people: ReadonlyMap<number, readonly Writer[]>;
  readonly formatting: ReadonlyMap<number, readonly Formatting[]>;
  /** The current change; 0 for none. */
  readonly at: number;
  readonly onStep: (at: number) => void;
  readonly onRevert: ((chosen: ReadonlySet<number>) => void) | null;
  readonly isReverting: boolean;
}

/** The number of changes, the way from one to the next (also with N and P), and restoring the text before them. */
export function ChangeSteps(props: ChangeStepsProps) {
  const { comparison, people, at, onStep, onRevert } = props;
  const { t, i18n } = useTranslation('comparison');
  const count = comparison.changes.length;
  const go = (step: 1 | -1): void =>
    onStep(at === 0 && step === -1 ? count : ((at - 1 + step + count) % count) + 1);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isTyping =
        event.target instanceof Element && event.target.closest('input, select, textarea, [role=menu]');
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey || count === 0) return;
      if (event.key === 'n') go(1);
      if (event.key === 'p') go(-1);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
  if (count === 0)
    return (
      <output className="block text-muted" lang={i18n.language} translate="yes">
        {t('none')}
      </output>
    );
  return (
    <div className="change-steps" lang={i18n.language} translate="yes">
      <output className="flex flex-wrap gap-x-2">
        <span className="tabular">{at === 0 ? t('count', { count }) : t('at', { at, total: count })}</span>
        <Names people={people.get(at) ?? []} />
        <Looks formatting={props.formatting.get(at) ?? []} />
      </output>
      <IconButton
        label={t('previous')}
        icon={<MoveUp size={18} aria-hidden="true" />}
        onClick={() => go(-1)}
      />
      <IconButton label={t('next')} icon={<MoveDown size={18} aria-hidden="true" />} onClick={() => go(1)} />
      {onRevert && at > 0 ? <RevertMenu {...props} onRevert={onRevert} /> : null}
    </div>
  );
}

function Names({ people }: { readonly people: readonly Writer[] }) {
  const { t, i18n } = useTranslation('comparison');
  if (people.length === 0) return null;
  const names = people.map(({ name }) => name ?? t('formerMember'));
  return (
    <span translate="no" className="font-medium">
      {new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(names)}
    </span>
  );
}

function Looks({ formatting }: { readonly formatting: readonly Formatting[] }) {
  const { t } = useTranslation(['comparison', 'editor']);
  if (formatting.length === 0) return null;
  const words = formatting.map(({ from, to }) => {
    if (from === null) return to === null ? '' : t('comparison:look.added', { to: t(`editor:${to}`) });
    if (to === null) return t('comparison:look.removed', { from: t(`editor:${from}`) });
    return t('comparison:look.changed', { from: t(`editor:${from}`), to: t(`editor:${to}`) });
  });
  return <span className="text-muted">{words.join(', ')}</span>;
}

interface RevertMenuProps extends ChangeStepsProps {
  readonly onRevert: (chosen: ReadonlySet<number>) => void;
}

function RevertMenu({ comparison: { parts }, people, at, onRevert, isReverting }: RevertMenuProps) {
  const { t } = useTranslation('comparison');
  const [block, section] = [changesInBlock(parts, at), changesInSection(parts, at)];
  // The title is not part of the text that is reverted.
  if (block.size === 0) return null;
  const changesBy = ({ id: wanted }: Writer): ReadonlySet<number> =>
    new Set(
      [...people].flatMap(([change, writers]) =>
        writers.some(({ id }) => id === wanted) && changesInBlock(parts, change).size > 0 ? [change] : [],
      ),
    );
  return (
    <Menu
      align="end"
      trigger={
        <Button look="quiet" busy={isReverting} aria-label={t('revert')}>
          <span className="max-sm:hidden">{t('revert')}</span>
          <span className="sm:hidden">{t('revertShort')}</span>
          <ChevronDown size={16} aria-hidden="true" />
        </Button>
      }
    >
      <MenuItem name={t('revertThis')} icon={Type} onChoose={() => onRevert(new Set([at]))} />
      {block.size > 1 ? (
        <MenuItem name={t('revertBlock')} icon={Rows2} onChoose={() => onRevert(block)} />
      ) : null}
      {section.size > block.size ? (
        <MenuItem name={t('revertSection')} icon={Heading} onChoose={() => onRevert(section)} />
      ) : null}
      {(people.get(at) ?? []).map((writer) => (
        <MenuItem
          key={writer.id}
          name={t('revertPerson', { name: writer.name ?? t('formerMember') })}
          icon={User}
          onChoose={() => onRevert(changesBy(writer))}
        />
      ))}
    </Menu>
  );
}
