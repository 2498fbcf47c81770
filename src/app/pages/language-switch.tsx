import { useTranslation } from 'react-i18next';
import { LANGUAGES } from '#contract/languages.ts';
import { LANGUAGE_NAMES } from '../i18n/language.ts';
import { useLanguage } from '../i18n/use-language.ts';

/** For visitors, who have no account menu. */
export function LanguageSwitch() {
  const { t } = useTranslation('common');
  const { language, change } = useLanguage();
  return (
    <fieldset aria-label={t('language')} className="flex gap-1">
      {LANGUAGES.map((one) => (
        <button
          key={one}
          type="button"
          lang={one}
          translate="no"
          aria-pressed={one === language}
          className="h-8 rounded-md px-2 text-[13px] text-muted hover:bg-hover aria-pressed:font-medium aria-pressed:text-ink aria-pressed:underline aria-pressed:underline-offset-4 pointer-coarse:h-11"
          onClick={() => void change(one)}
        >
          {LANGUAGE_NAMES[one]}
        </button>
      ))}
    </fieldset>
  );
}
