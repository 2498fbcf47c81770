import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isSharedComputer, setSharedComputer } from '../data/shared-computer.ts';

/** In the form to sign in. Chosen once, it stays chosen for the next person. */
export function SharedComputer() {
  const { t } = useTranslation('offline');
  const [isShared, setShared] = useState(isSharedComputer);
  return (
    <div className="text-[14px]">
      <label className="flex w-fit cursor-pointer items-center gap-2 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          className="size-4 accent-ink"
          checked={isShared}
          aria-describedby="shared-computer"
          onChange={({ currentTarget: { checked } }) => {
            setSharedComputer(checked);
            setShared(checked);
          }}
        />
        <span>{t('shared.label')}</span>
      </label>
      <p id="shared-computer" className="pl-6 text-[13px]/5 text-muted">
        {t('shared.text')}
      </p>
    </div>
  );
}
