import type { Language } from '#contract/languages.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { useTheme } from '../ui/theme.ts';
import csDark from './pictures/sample-cs-dark.webp';
import csLight from './pictures/sample-cs-light.webp';
import enDark from './pictures/sample-en-US-dark.webp';
import enLight from './pictures/sample-en-US-light.webp';

/** Taken by `npm run screenshots`. */
const PICTURES: Readonly<Record<Language, { readonly light: string; readonly dark: string }>> = {
  'en-US': { light: enLight, dark: enDark },
  cs: { light: csLight, dark: csDark },
};

/** A document that two people are writing, as it looks in the app. */
export function SamplePage() {
  const { language } = useLanguage();
  const theme = useTheme();
  const { light, dark } = PICTURES[language];
  return (
    <div className="hidden items-center justify-center overflow-hidden border-l border-line bg-hover p-12 lg:flex">
      <picture>
        {theme === 'system' && <source srcSet={dark} media="(prefers-color-scheme: dark)" />}
        <img
          src={theme === 'dark' ? dark : light}
          alt=""
          // Not shown, and not loaded, beside a form on a phone.
          loading="lazy"
          width={640}
          height={660}
          className="h-auto w-full max-w-[36rem] rounded-card border border-line shadow-high"
        />
      </picture>
    </div>
  );
}
