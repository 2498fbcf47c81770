import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cleanLine } from '#contract/clean-line.ts';
import type { Authorship } from '#contract/proof/authorship.ts';
import type { BlockKind, ProvenBlock } from '#contract/proof/proof-file.ts';
import { AUTHOR_COLORS } from '../data/author-colors.ts';
import { Note } from './proof-facts.tsx';

/** Neighbours in this order differ most. */
const colorOf = (place: number): string => AUTHOR_COLORS[(place * 5) % AUTHOR_COLORS.length]!;

const LOOKS: Readonly<Record<BlockKind, string>> = {
  paragraph: '',
  heading: 'font-serif text-[18px]/7 font-semibold',
  item: 'pl-5 before:absolute before:-ml-4 before:content-["•"]',
  quote: 'border-l-2 border-line pl-3',
  code: 'font-mono text-[13px]',
  cell: 'border-l border-edge pl-3',
  formula: 'font-mono text-[13px]',
  image: 'text-muted',
  rule: 'border-t border-line',
};

/** The text of a proof: under each run a line in the color of its author, and before it their number, also on paper. */
export function AuthoredText({ writers, text }: Authorship) {
  const { t } = useTranslation('proof');
  if (text === null) return null;
  const names = writers.map(({ name }) => (name === null ? t('formerMember') : cleanLine(name)));
  return (
    <section>
      <h2 className="mb-2 font-serif text-[22px]/7 font-semibold">{t('text')}</h2>
      <Note>{t('textHow')}</Note>
      {hasMarks(text) && <Note>{t('marksHow')}</Note>}
      <div translate="no" className="mt-4 flex max-w-prose flex-col gap-2 text-[15px]/7">
        {text.map((block, at) => (
          <div key={at} dir="auto" className={clsx('whitespace-pre-wrap wrap-anywhere', LOOKS[block.kind])}>
            {block.kind === 'image' && <span>{t('image')}</span>}
            <Runs runs={block.runs} names={names} />
          </div>
        ))}
      </div>
    </section>
  );
}

const hasMarks = (text: readonly ProvenBlock[]): boolean =>
  text.some(({ runs }) => runs.some(([, , marks]) => marks !== undefined));

function Runs({ runs, names }: Pick<ProvenBlock, 'runs'> & { readonly names: readonly string[] }): ReactNode {
  const { t } = useTranslation('proof');
  return runs.map(([author, text, marks = {}], at) => {
    if (author === null) return <bdi key={at}>{text}</bdi>;
    const { placedBy, shortenedBefore, shortenedAfter } = marks;
    const number =
      placedBy === undefined ? author + 1 : t('placedNumber', { author: author + 1, placer: placedBy + 1 });
    const title =
      placedBy === undefined
        ? names[author]
        : t('placedBy', { author: names[author]!, placer: names[placedBy]! });
    return (
      <span key={at} title={title}>
        <Gap by={shortenedBefore} names={names} />
        <sup className="pr-0.5 text-[10px] text-muted">{number}</sup>
        <bdi
          className={clsx('border-b-2 pb-px', placedBy !== undefined && 'border-dashed')}
          style={{ borderColor: colorOf(author) }}
        >
          {text}
        </bdi>
        <Gap by={shortenedAfter} names={names} />
      </span>
    );
  });
}

/** A place from which somebody took text of its author away. */
function Gap({
  by,
  names,
}: {
  readonly by: number | undefined;
  readonly names: readonly string[];
}): ReactNode {
  const { t } = useTranslation('proof');
  if (by === undefined) return null;
  return (
    <span title={t('shortenedBy', { name: names[by]! })} className="px-0.5 text-[13px] text-muted">
      {t('gap', { number: by + 1 })}
    </span>
  );
}
