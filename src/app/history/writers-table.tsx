import { useTranslation } from 'react-i18next';
import { cleanLine } from '#contract/clean-line.ts';
import type { WriterTally } from '#contract/proof/authorship.ts';
import type { AnyHistoryClaims } from '#contract/proof/proof-file.ts';
import { formatSeconds } from '../i18n/format-date.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { Foreign, Note } from './proof-facts.tsx';

interface WritersTableProps {
  readonly writers: readonly WriterTally[];
  readonly requestedBy: AnyHistoryClaims['requestedBy'];
}

const COLUMNS = ['number', 'writer', 'characters', 'edits', 'times'] as const;

/** The people who wrote, numbered as in the text. */
export function WritersTable({ writers, requestedBy }: WritersTableProps) {
  const { t } = useTranslation('proof');
  const { language } = useLanguage();
  const format = new Intl.NumberFormat(language);
  return (
    <section>
      <h2 className="mb-2 font-serif text-[22px]/7 font-semibold">{t('writers')}</h2>
      <div className="overflow-x-auto">
        <table className="w-full border-collapse text-left">
          <thead>
            <tr className="text-[13px] text-muted">
              {COLUMNS.map((column) => (
                <th key={column} scope="col" className="py-2 pr-3 sm:pr-6 font-normal">
                  {t(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {writers.map((writer, place) => (
              <tr key={place} className="border-t border-line align-top">
                <td className="py-2 pr-3 sm:pr-6 tabular-nums">{format.format(place + 1)}</td>
                <th scope="row" className="py-2 pr-3 sm:pr-6 font-semibold">
                  <Writer writer={writer} requestedBy={requestedBy} />
                </th>
                <td className="py-2 pr-3 sm:pr-6 tabular-nums">
                  <span>{writer.characters === null ? '–' : format.format(writer.characters)}</span>
                  {writer.placed > 0 && (
                    <span className="block text-[13px] text-muted">
                      {t('placed', { count: writer.placed })}
                    </span>
                  )}
                </td>
                <td className="py-2 pr-3 sm:pr-6 tabular-nums">{format.format(writer.rows)}</td>
                <td className="py-2 tabular-nums max-sm:text-[13px]">
                  <Moment ms={writer.firstMs} />
                  <Moment ms={writer.lastMs} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Note>{t('charactersHow')}</Note>
      {writers.some(({ placed }) => placed > 0) && <Note>{t('placedHow')}</Note>}
      <Note>{t('editsHow')}</Note>
      <Note>{t('timesHow')}</Note>
      {requestedBy && <Note>{t('addressesHow')}</Note>}
    </section>
  );
}

/** On two lines only where there is no room for one. */
const Moment = ({ ms }: { readonly ms: number }) => (
  <span className="block">
    {formatSeconds(ms)
      .split(' ')
      .map((part) => (
        <span key={part} className="inline-block pr-1.5 whitespace-nowrap">
          {part}
        </span>
      ))}
  </span>
);

/** The account id tells people of the same name apart. */
function Writer({
  writer: { id, name },
  requestedBy,
}: Pick<WritersTableProps, 'requestedBy'> & { readonly writer: WriterTally }) {
  const { t } = useTranslation('proof');
  const email = id !== null && requestedBy?.id === id ? requestedBy.email : null;
  return (
    <>
      {name === null ? <span>{t('formerMember')}</span> : <Foreign>{cleanLine(name)}</Foreign>}
      {id !== null && (
        <span className="block text-[13px] font-normal text-muted">{t('account', { id: shortId(id) })}</span>
      )}
      {email !== null && (
        <span className="block text-[13px] font-normal text-muted">
          <Foreign>{cleanLine(email)}</Foreign>
        </span>
      )}
    </>
  );
}

/** Enough of an account's id to tell people apart. */
export const shortId = (id: string): string => id.slice(0, 8);
