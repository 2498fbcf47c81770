import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cleanLine } from '#contract/clean-line.ts';
import { decodeBase64 } from '#contract/proof/base64.ts';
import type { TimeStamp } from '#contract/proof/proof-file.ts';
import { formatUtc } from '../i18n/format-date.ts';
import { Button } from '../ui/button.tsx';
import { downloadFile } from '../ui/download-file.ts';
import { Exact, Fact, Foreign, Note } from './proof-facts.tsx';
import { shortId } from './writers-table.tsx';

interface TimeStampFactProps {
  readonly timeStamp: TimeStamp;
  readonly statement: string;
  readonly documentId: string;
}

const commandFor = (file: string): string =>
  `openssl ts -verify -token_in -in ${file}.tst -data ${file}.jwt -CAfile authority.pem`;

/** The time that an authority claims, and how its signature is checked, which pages do not. */
export function TimeStampFact({ timeStamp, statement, documentId }: TimeStampFactProps) {
  const { t } = useTranslation('proof');
  const { token, atMs, authority } = timeStamp;
  const name = `${t('fileName')}-${shortId(documentId)}`;
  const download = (extension: 'tst' | 'jwt', content: string | Uint8Array<ArrayBuffer>) => (): void =>
    downloadFile({ name, extension, content });
  return (
    <Fact name={t('timeStamp')}>
      <Foreign>{cleanLine(authority ?? '') || t('unnamedAuthority')}</Foreign>
      <span className="block">{formatUtc(atMs)}</span>
      <Note>{t('timeStampHow')}</Note>
      <Exact>{commandFor(name)}</Exact>
      <div className="mt-2 flex flex-wrap gap-2 print:hidden">
        <Button onClick={download('tst', decodeBase64(token))}>
          <Download size={16} aria-hidden="true" />
          <span>{t('downloadTimeStamp')}</span>
        </Button>
        <Button onClick={download('jwt', statement)}>
          <Download size={16} aria-hidden="true" />
          <span>{t('downloadStatement')}</span>
        </Button>
      </div>
    </Fact>
  );
}

/** The deployment names an authority, which gave no time stamp. */
export function NoTimeStamp({ run, isRunning }: { readonly run: () => void; readonly isRunning: boolean }) {
  const { t } = useTranslation(['proof', 'common']);
  return (
    <Fact name={t('proof:timeStamp')}>
      <span>{t('proof:noTimeStamp')}</span>
      <div className="mt-2 print:hidden">
        <Button busy={isRunning} onClick={run}>
          {t('common:retry')}
        </Button>
      </div>
    </Fact>
  );
}
