import { useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Doc } from 'yjs';
import { ApiError } from '../data/api-error.ts';
import { PRESENT, stateAt, type ShownVersion } from '../data/paths.ts';
import { serverTimeAt } from '../data/session.ts';
import { stateAtQuery } from '../data/versions.ts';
import { markAsRead, whileAwayQuery } from '../data/while-away.ts';
import { formatRelative } from '../i18n/format-date.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { tellHeight } from '../ui/tell-height.ts';

/** Toasts stand above the notice. */
const tellAway = tellHeight('--away');

interface WhileAwayProps {
  readonly documentId: string;
  /** The current text. */
  readonly doc: Doc;
  readonly onShow: (shown: ShownVersion) => void;
}

/** Notice about changes during a long absence. Fixed at the foot of the window, clear of the text. */
export function WhileAway({ documentId, doc, onShow }: WhileAwayProps) {
  const { t } = useTranslation('history');
  const { language } = useLanguage();
  const client = useQueryClient();
  const { data: away, dataUpdatedAt } = useQuery(whileAwayQuery(documentId));
  const data = away?.unread ? away : null;
  const count = useChangeCount(documentId, data?.seq ?? null, doc);
  const close = (): void => {
    markAsRead(client, documentId).catch((error: unknown) => {
      // It is offered again at the next visit.
      if (!(error instanceof ApiError)) throw error;
    });
  };
  const names = (data?.people ?? []).map((name) => name ?? t('formerMember'));
  // The live region must exist before its content, or screen readers do not announce it.
  return (
    <section
      aria-label={t('away.label')}
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-[calc(var(--foot,0px)+0.75rem)] z-10 flex justify-center px-3 print:hidden"
    >
      {data ? (
        <div
          ref={tellAway}
          className="appear pointer-events-auto flex max-w-2xl flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-line bg-raised py-2 pr-2 pl-4 shadow-high"
        >
          <p className="min-w-0 flex-1 basis-60">
            {t('away.text', {
              names: new Intl.ListFormat(language, { type: 'conjunction' }).format(names),
              when: formatRelative(data.leftAt, language, serverTimeAt(dataUpdatedAt)),
            })}
          </p>
          <div className="flex items-center gap-1">
            <Button
              onClick={() => {
                onShow({ versionId: PRESENT, beforeId: stateAt(data.seq) });
                close();
              }}
            >
              {count > 0 ? t('away.show', { count }) : t('showChanges')}
            </Button>
            <IconButton label={t('away.read')} icon={<X size={18} aria-hidden="true" />} onClick={close} />
          </div>
        </div>
      ) : null}
    </section>
  );
}

/** Counted once, before the user goes on writing. 0 until then, and when that fails. */
function useChangeCount(documentId: string, seq: number | null, doc: Doc): number {
  const client = useQueryClient();
  const { data = 0 } = useQuery({
    queryKey: ['while-away', documentId, 'count', seq],
    queryFn: async () => {
      const { countChanges } = await import('./count-changes.ts');
      return countChanges(await client.fetchQuery(stateAtQuery(documentId, seq ?? 0)), doc);
    },
    enabled: seq !== null,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return data;
}
