import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keepChoice } from '../data/kept-choice.ts';
import { isSharedComputer } from '../data/shared-computer.ts';
import { SHARED } from '../data/shared-name.ts';

/** As in `boot.js`: it lasts until the browser is closed. */
const OPEN_COOKIE = 'spolu-open=1; path=/; samesite=strict';

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
            keepChoice(SHARED, checked ? 'yes' : '');
            document.cookie = OPEN_COOKIE;
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
