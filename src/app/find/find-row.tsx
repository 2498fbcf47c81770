import { FileText, Heading, TextQuote, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TextSpan } from '../ui/text-span.tsx';
import { MarkedText } from './marked-text.tsx';
import type { FoundPassage, Row } from './rows.ts';

const ICON = { size: 17, 'aria-hidden': true, className: 'mt-0.5 shrink-0 text-muted' } as const;

/** The content of a row. */
export function FindRow({ row, selfId }: { readonly row: Row; readonly selfId: string }) {
  const { t } = useTranslation(['find', 'documents']);
  switch (row.kind) {
    case 'document': {
      const { title, ownerId, ownerName } = row.document;
      return (
        <Line
          icon={<FileText {...ICON} />}
          name={<Title title={title} />}
          more={ownerId === selfId ? null : t('documents:ownedBy', { name: ownerName })}
        />
      );
    }
    case 'heading':
      return <Line icon={<Heading {...ICON} />} name={<Own text={row.heading.text} />} more={null} />;
    case 'person':
      return (
        <Line
          icon={<UserRound {...ICON} />}
          name={<Own text={row.person.name} />}
          more={t('find:shares', { count: row.person.shared })}
        />
      );
    case 'command': {
      const Icon = row.command.icon;
      return <Line icon={<Icon {...ICON} />} name={<TextSpan>{row.command.label}</TextSpan>} more={null} />;
    }
    case 'passage':
      return <Passage passage={row.passage} />;
  }
}

interface LineProps {
  readonly icon: ReactNode;
  readonly name: ReactNode;
  readonly more: string | null;
}

function Line({ icon, name, more }: LineProps) {
  return (
    <>
      {icon}
      <span className="min-w-0 flex-1 truncate">{name}</span>
      {more !== null && (
        <TextSpan className="max-w-[45%] shrink-0 truncate text-[13px] text-muted">{more}</TextSpan>
      )}
    </>
  );
}

/** A passage below the title of its document. */
export function Passage({ passage }: { readonly passage: FoundPassage }) {
  const { t } = useTranslation('find');
  const { title, headings, text, marks, isTrashed } = passage;
  return (
    <>
      <TextQuote {...ICON} />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="flex min-w-0 gap-2">
          <span className="truncate">
            <Title title={title} />
          </span>
          {isTrashed && <span className="shrink-0 text-[13px] text-muted">{t('inTrash')}</span>}
        </span>
        {headings.length > 0 && (
          <span lang="" translate="no" dir="auto" className="truncate text-[13px] text-muted">
            {headings.join(' › ')}
          </span>
        )}
        {text !== '' && (
          <span lang="" translate="no" dir="auto" className="line-clamp-2 text-[13px]/5 text-muted">
            <MarkedText text={text} marks={marks} />
          </span>
        )}
      </span>
    </>
  );
}

/** Text of users, which is not translated. */
const Own = ({ text }: { readonly text: string }) => (
  <span lang="" translate="no" dir="auto">
    {text}
  </span>
);

function Title({ title }: { readonly title: string }) {
  const { t } = useTranslation('documents');
  return title.trim() === '' ? (
    <span className="text-muted">{t('untitled')}</span>
  ) : (
    <Own text={title.trim()} />
  );
}
