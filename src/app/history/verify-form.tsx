import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readKeys, type ProofKey } from '#contract/proof/proof-keys.ts';
import { parseJson } from '#contract/parse-json.ts';
import { MAX_PROOF_BYTES } from '#contract/proof/proof-file.ts';
import type { Trust } from '#contract/proof/verify-with-trust.ts';
import { listHistoryKeys } from '../data/history-keys.ts';
import { Notice } from '../ui/notice.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { TextField } from '../ui/text-field.tsx';
import { FileField } from './file-field.tsx';
import { Keys } from './key-list.tsx';
import { useVerified } from './use-verified.ts';
import { VerifiedProof } from './verified-proof.tsx';

const SOURCES = ['server', 'fingerprint', 'file', 'none'] as const;
type Source = (typeof SOURCES)[number];

/** A file with keys is small. */
const MAX_KEYS_BYTES = 1024 * 1024;

export function VerifyForm() {
  const { t } = useTranslation('proof');
  const [file, setFile] = useState<File | null>(null);
  const [source, setSource] = useState<Source>('server');
  const [fingerprint, setFingerprint] = useState('');
  const [keysInFile, setKeysInFile] = useState<readonly ProofKey[] | null>(null);
  const keys = useQuery({
    queryKey: ['history-keys'],
    queryFn: ({ signal }) => listHistoryKeys(signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  });
  const onServer = keys.data ?? null;
  const trust = trustIn({ source, fingerprint, keysInFile, onServer });
  const isTooLarge = file !== null && file.size > MAX_PROOF_BYTES;
  const checked = useVerified(isTooLarge ? null : file, trust);
  // Browsers hash only there.
  if (!isSecureContext) return <Notice>{t('verify.insecure')}</Notice>;
  return (
    <div className="mt-4 flex flex-col gap-8">
      <p className="max-w-prose text-muted print:hidden">{t('verify.about')}</p>
      <div className="flex max-w-prose flex-col gap-5 print:hidden">
        <FileField label={t('verify.choose')} hint={t('verify.drop')} file={file} onChoose={setFile} />
        <SelectField
          label={t('verify.compareWith')}
          options={SOURCES.map((value) => ({ value, label: t(`verify.sources.${value}`) }))}
          value={source}
          onChange={({ target }) => setSource(SOURCES.find((one) => one === target.value) ?? 'server')}
        />
        {source === 'fingerprint' && (
          <TextField
            label={t('verify.fingerprint')}
            hint={t('verify.fingerprintHint')}
            value={fingerprint}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => setFingerprint(target.value)}
          />
        )}
        {source === 'file' && <KeyFile problem={keysInFile?.length === 0} onKeys={setKeysInFile} />}
        {source === 'server' && keys.isError && <Notice>{t('verify.keysFailed')}</Notice>}
        {source === 'server' && onServer?.length === 0 && <Notice>{t('verify.noKeys')}</Notice>}
      </div>
      <div aria-live="polite">
        {isTooLarge && <Notice>{t('verify.tooLarge')}</Notice>}
        {checked === 'checking' && (
          <p className="flex items-center gap-2 text-muted">
            <Spinner />
            <span>{t('verify.checking')}</span>
          </p>
        )}
        {file && checked !== null && checked !== 'checking' && (
          <VerifiedProof {...checked} source={source} fileName={file.name} />
        )}
      </div>
      {onServer && onServer.length > 0 && <Keys keys={onServer} />}
    </div>
  );
}

interface Choice {
  readonly source: Source;
  readonly fingerprint: string;
  readonly keysInFile: readonly ProofKey[] | null;
  readonly onServer: readonly ProofKey[] | null;
}

/** Null until there is something to compare with. */
function trustIn({ source, fingerprint, keysInFile, onServer }: Choice): Trust | null {
  switch (source) {
    case 'server':
      return onServer && { kind: 'server', keys: onServer };
    case 'file':
      return keysInFile && keysInFile.length > 0 ? { kind: 'file', keys: keysInFile } : null;
    case 'fingerprint':
      return fingerprint.trim() === '' ? null : { kind: 'fingerprint', fingerprint, keys: onServer ?? [] };
    case 'none':
      return { kind: 'none' };
  }
}

interface KeyFileProps {
  readonly problem: boolean;
  readonly onKeys: (keys: readonly ProofKey[]) => void;
}

function KeyFile({ problem, onKeys }: KeyFileProps) {
  const { t } = useTranslation('proof');
  const [file, setFile] = useState<File | null>(null);
  const choose = (chosen: File): void => {
    setFile(chosen);
    const content = chosen.size > MAX_KEYS_BYTES ? Promise.resolve('') : chosen.text();
    void content.then((text) => readKeys(parseJson(text))).then(onKeys, () => onKeys([]));
  };
  return (
    <>
      <FileField label={t('verify.chooseKeys')} hint={t('verify.keysHint')} file={file} onChoose={choose} />
      {problem && <Notice>{t('verify.noKeysInFile')}</Notice>}
    </>
  );
}
