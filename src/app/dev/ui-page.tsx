/** `/dev/ui` of `npm run dev`: every part of `src/app/ui` in its states. The build does not contain it. */
import { useTranslation } from 'react-i18next';
import { LANGUAGES } from '#contract/languages.ts';
import { LANGUAGE_NAMES } from '../i18n/language.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { ChoiceGroup } from '../ui/choice-group.tsx';
import { changeTheme, THEMES, useTheme } from '../ui/theme.ts';
import { Controls } from './controls.tsx';
import { Drawings } from './drawings.tsx';
import { Fields } from './fields.tsx';
import { Messages } from './messages.tsx';

const GROUPS = [
  { name: 'Controls', Parts: Controls },
  { name: 'Fields', Parts: Fields },
  { name: 'Messages', Parts: Messages },
  { name: 'Drawings', Parts: Drawings },
];

export function Component() {
  return (
    <>
      <title>src/app/ui</title>
      <main className="mx-auto max-w-5xl px-4 pb-24 sm:px-8">
        <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4 py-8">
          <div lang="en" className="max-w-md">
            <h1 className="font-serif text-[28px]/9 font-semibold">Parts of the interface</h1>
            <p className="mt-1 text-muted">
              Look here before you write a new part. This page exists in development only.
            </p>
          </div>
          <Preferences />
        </header>
        <nav lang="en" aria-label="Groups" className="flex flex-wrap gap-x-5 gap-y-1">
          {GROUPS.map(({ name }) => (
            <a key={name} href={`#${name}`} className="py-1.5 font-medium underline underline-offset-4">
              {name}
            </a>
          ))}
        </nav>
        {GROUPS.map(({ name, Parts }) => (
          <div key={name} id={name} className="scroll-mt-6 pt-10">
            <h2 lang="en" className="pb-4 font-serif text-[22px]/7 font-semibold">
              {name}
            </h2>
            <Parts />
          </div>
        ))}
      </main>
    </>
  );
}

function Preferences() {
  const { t } = useTranslation('common');
  const { language, change } = useLanguage();
  const theme = useTheme();
  return (
    <div className="flex w-full flex-col gap-4 sm:w-64">
      <ChoiceGroup
        label={t('language')}
        options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value], lang: value }))}
        value={language}
        onChange={(next) => void change(next)}
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
