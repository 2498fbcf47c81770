import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../i18n/use-language.ts';
import { loadTexts } from './load-texts.ts';
import { headingsOf } from './markdown-text.ts';
import { startKey, type Start } from './start.ts';
import { TemplateCard } from './template-card.tsx';
import { TEMPLATE_NAMES } from './template-names.ts';

interface TemplateCardsProps {
  /** The key of the start that is being made; null: none. */
  readonly busy: string | null;
  /** With their headings. */
  readonly withPreview?: boolean;
  readonly onChoose: (start: Start) => void;
  /** Further items of the list. */
  readonly children?: ReactNode;
}

/** Our own templates. */
export function TemplateCards({ busy, withPreview = false, onChoose, children }: TemplateCardsProps) {
  const { t } = useTranslation('templates');
  return (
    <ul className="grid gap-2.5 sm:grid-cols-2 lg:grid-cols-3">
      {TEMPLATE_NAMES.map((name) => {
        const start: Start = { kind: 'text', name };
        return (
          <li key={name}>
            <TemplateCard
              name={t(`names.${name}.name`)}
              text={t(`names.${name}.text`)}
              busy={busy === startKey(start)}
              off={busy !== null}
              onChoose={() => onChoose(start)}
            >
              {withPreview && <Headings name={name} />}
            </TemplateCard>
          </li>
        );
      })}
      {children}
    </ul>
  );
}

const MOST = 5;

/** A preview, as on a small page. */
function Headings({ name }: { readonly name: (typeof TEMPLATE_NAMES)[number] }) {
  const { language } = useLanguage();
  const { data } = useQuery({
    queryKey: ['templateTexts', language],
    staleTime: Infinity,
    queryFn: () => loadTexts(language),
  });
  const headings = data ? headingsOf(data[name]).slice(0, MOST) : [];
  return (
    <span
      aria-hidden="true"
      className="mt-auto flex h-29 w-full flex-col gap-1 overflow-hidden rounded-control border border-line bg-paper px-3 py-2 font-serif text-[12px]/4 text-muted"
    >
      {headings.map((heading) => (
        <span key={heading} className="truncate">
          {heading}
        </span>
      ))}
    </span>
  );
}
