import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { NotificationKind } from '#contract/notifications/notification.ts';
import { levelOf, LEVELS, type Level, type NotificationSettings } from '#contract/notifications/settings.ts';

const GROUPS = [
  { name: 'forMe', kinds: ['mentioned', 'mentioned_in_comment', 'replied', 'assigned', 'resolved'] },
  { name: 'access', kinds: ['invited', 'access_asked', 'access_granted', 'access_refused', 'role_changed'] },
  { name: 'documents', kinds: ['commented', 'restored'] },
] as const satisfies readonly { readonly name: string; readonly kinds: readonly NotificationKind[] }[];

/** In the order of the columns. */
const COLUMNS = LEVELS.toReversed();

interface LevelsTableProps {
  readonly settings: NotificationSettings;
  readonly onChoose: (kind: NotificationKind, level: Level) => void;
}

/** How the user is told of each kind of event. */
export function LevelsTable({ settings, onChoose }: LevelsTableProps) {
  const { t } = useTranslation('notifications');
  const name = useId();
  return (
    <table className="w-full text-[14px]/5">
      <caption className="sr-only">{t('levels.title')}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="sr-only">{t('levels.kind')}</span>
          </th>
          {COLUMNS.map((level) => (
            <th
              key={level}
              scope="col"
              className="w-16 px-1 pb-1 align-bottom text-[12px]/4 font-medium text-muted"
            >
              {t(`levels.${level}`)}
            </th>
          ))}
        </tr>
      </thead>
      {GROUPS.map((group) => (
        <tbody key={group.name}>
          <tr>
            <th scope="rowgroup" colSpan={4} className="pt-3 pb-1 text-left text-[13px] font-semibold">
              {t(`levels.${group.name}`)}
            </th>
          </tr>
          {group.kinds.map((kind) => (
            <tr key={kind} className="border-t border-line">
              <th scope="row" className="py-2 pr-2 text-left font-normal">
                {t(`levels.kinds.${kind}`)}
              </th>
              {COLUMNS.map((level) => (
                // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a cell is no control
                <td key={level} className="p-0 text-center">
                  <label className="inline-flex size-9 cursor-pointer items-center justify-center pointer-coarse:size-11">
                    <span className="sr-only">
                      {t('levels.choice', { kind: t(`levels.kinds.${kind}`), level: t(`levels.${level}`) })}
                    </span>
                    <input
                      type="radio"
                      name={`${name} ${kind}`}
                      className="size-4 accent-ink"
                      checked={levelOf(settings, kind) === level}
                      onChange={() => onChoose(kind, level)}
                    />
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}
