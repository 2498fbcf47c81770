import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hashText } from '#contract/proof/canonical-text.ts';

/** Compares a pasted text with the one that was signed. */
export function CompareText({ wanted }: { readonly wanted: string }) {
  const { t } = useTranslation('proof');
  const id = useId();
  const [text, setText] = useState('');
  const [hash, setHash] = useState('');
  useEffect(() => {
    let isCurrent = true;
    void hashText(text).then((found) => isCurrent && setHash(found));
    return () => void (isCurrent = false);
  }, [text]);
  const isEqual = hash === wanted;
  return (
    <section className="max-w-prose print:hidden">
      <h2 className="mb-2 font-serif text-[22px]/7 font-semibold">
        <label htmlFor={id}>{t('verify.compare')}</label>
      </h2>
      <textarea
        id={id}
        rows={4}
        value={text}
        className="w-full rounded-control border border-edge bg-raised p-3 text-[16px] text-ink sm:text-[15px]"
        aria-describedby={`${id}-result`}
        onChange={({ target }) => setText(target.value)}
      />
      <output id={`${id}-result`} htmlFor={id} className={isEqual ? 'font-medium' : 'text-muted'}>
        <span key={`${text === ''}${isEqual}`}>
          {text.trim() === ''
            ? t('verify.compareHow')
            : isEqual
              ? t('verify.sameText')
              : t('verify.otherText')}
        </span>
      </output>
    </section>
  );
}
