import { useTranslation } from 'react-i18next';
import { LANGUAGES } from '#contract/languages.ts';
import { LANGUAGE_NAMES } from '../i18n/language.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { ChoiceGroup } from '../ui/choice-group.tsx';
import { changeTheme, THEMES, useTheme } from '../ui/theme.ts';

interface PreferencesProps {
  /** Called after the language of this device has changed. */
  readonly onLanguage?: (language: (typeof LANGUAGES)[number]) => void;
}

/** Language and theme of this device. */
export function Preferences({ onLanguage }: PreferencesProps) {
  const { t } = useTranslation('common');
  const { language, change } = useLanguage();
  const theme = useTheme();
  return (
    <div className="flex flex-col gap-4">
      <ChoiceGroup
        label={t('language')}
        options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value], lang: value }))}
        value={language}
        onChange={(next) => void change(next).then(() => onLanguage?.(next))}
      />
      <ChoiceGroup
        label={t('theme.label')}
        options={THEMES.map((value) => ({ value, label: t(`theme.${value}`) }))}
        value={theme}
        onChange={changeTheme}
      />
    </div>
  );
}
