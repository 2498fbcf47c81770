import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TemplateCard } from '../../templates/template-card.tsx';
import { TemplateCards } from '../../templates/template-cards.tsx';
import { TextSpan } from '../../ui/text-span.tsx';
import { useStart, type Starting } from './use-start.ts';

interface StartCardsProps extends Starting {
  /** Other ways, after the sample. */
  readonly children: ReactNode;
}

export function StartCards({ children, ...starting }: StartCardsProps) {
  const { t } = useTranslation('templates');
  const { start, busy } = useStart(starting);
  return (
    <section aria-labelledby="begin" className="mx-auto -mt-6 max-w-3xl pb-12">
      <h3 id="begin" className="mb-3 text-center text-[13px] text-muted">
        <TextSpan>{t('begin')}</TextSpan>
      </h3>
      <TemplateCards busy={busy} onChoose={start}>
        <li>
          <TemplateCard
            name={t('sample')}
            text={t('sampleText')}
            busy={busy === 'sample'}
            off={busy !== null}
            onChoose={() => start({ kind: 'text', name: 'sample' })}
          />
        </li>
      </TemplateCards>
      <div className="mt-4 flex flex-wrap justify-center gap-2">{children}</div>
      <output className="sr-only">
        <TextSpan>{busy === null ? '' : t('making')}</TextSpan>
      </output>
    </section>
  );
}
