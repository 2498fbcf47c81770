import { SmilePlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { REACTIONS, type ThreadComment } from '#contract/comments/thread.ts';
import { formatList } from '../i18n/names.ts';
import { formatNumber } from '../i18n/format-number.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Popover } from '../ui/popover.tsx';
import { TextSpan } from '../ui/text-span.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import { useComments } from './comments-context.ts';
import { useFaces } from './use-threads.ts';
import { useOutcome } from './use-outcome.ts';

/** The reactions to a comment; each is a switch of the user's own. */
export function Reactions({ comment }: { readonly comment: ThreadComment }) {
  const { store, me, cannot } = useComments();
  const { t } = useTranslation('comments');
  const { language } = useLanguage();
  const faceOf = useFaces();
  const report = useOutcome();
  const shown = comment.reactions.filter(({ users }) => users.length > 0);
  if (shown.length === 0) return null;
  return (
    <ul aria-label={t('reactions')} className="mt-1.5 flex flex-wrap gap-1">
      {shown.map(({ emoji, users }) => {
        const isOwn = users.includes(me);
        const label = t('reaction', {
          emoji,
          names: formatList(
            users.map((user) => faceOf(user).name),
            language,
          ),
        });
        return (
          <li key={emoji}>
            <Tooltip text={label}>
              <button
                type="button"
                aria-label={label}
                aria-pressed={isOwn}
                aria-disabled={cannot !== null || undefined}
                className="tabular inline-flex h-6 items-center gap-1 rounded-full border border-line px-2 text-[13px] hover:bg-hover aria-pressed:border-edge aria-pressed:bg-hover aria-disabled:cursor-default pointer-coarse:h-9"
                onClick={() => (cannot === null ? report(store.react(comment.id, emoji, !isOwn)) : undefined)}
              >
                <span aria-hidden="true">{emoji}</span>
                <TextSpan aria-hidden="true">{formatNumber(users.length, language)}</TextSpan>
              </button>
            </Tooltip>
          </li>
        );
      })}
    </ul>
  );
}

/** Opens the twelve reactions. */
export function AddReaction({ comment }: { readonly comment: ThreadComment }) {
  const { store, me } = useComments();
  const { t } = useTranslation('comments');
  const report = useOutcome();
  const own = new Set(comment.reactions.filter(({ users }) => users.includes(me)).map(({ emoji }) => emoji));
  return (
    <Popover
      label={t('reactions')}
      className="!p-2"
      renderTrigger={(button) => (
        <IconButton
          {...button}
          label={t('react')}
          icon={<SmilePlus size={16} aria-hidden="true" />}
          className="!h-7 !w-7 text-muted pointer-coarse:!h-11 pointer-coarse:!w-11"
        />
      )}
    >
      {(close) => (
        <div className="grid grid-cols-6 gap-0.5">
          {REACTIONS.map((emoji) => (
            <button
              key={emoji}
              type="button"
              aria-label={t('reactAs', { emoji })}
              aria-pressed={own.has(emoji)}
              className="inline-flex size-9 items-center justify-center rounded-control text-[18px] hover:bg-hover aria-pressed:bg-hover aria-pressed:ring-1 aria-pressed:ring-edge pointer-coarse:size-11"
              onClick={() => {
                close();
                report(store.react(comment.id, emoji, !own.has(emoji)));
              }}
            >
              <span aria-hidden="true">{emoji}</span>
            </button>
          ))}
        </div>
      )}
    </Popover>
  );
}
