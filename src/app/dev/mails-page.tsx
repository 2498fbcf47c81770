/** `/dev/mails` of `npm run dev`: every mail about documents, with sample data. The build does not contain it. */
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { LANGUAGES, type Language } from '#contract/languages.ts';
import { renderMail } from '#contract/mails/render-mail.ts';
import { LANGUAGE_NAMES } from '../i18n/language.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { ChoiceGroup } from '../ui/choice-group.tsx';
import { sampleLetters } from './sample-letters.ts';

const APP = { url: 'https://spolu.example', functionsUrl: 'https://database.example/functions/v1' };

/** Without a mail in the query, all of them. `?mail=NAME` shows one, for screenshots. */
export function Component() {
  const { t } = useTranslation('common');
  const { language, change } = useLanguage();
  const [query] = useSearchParams();
  const wanted = query.get('mail');
  const letters = Object.entries(sampleLetters(language)).filter(([name]) => !wanted || wanted === name);
  return (
    <>
      <title>Mails</title>
      <main className="mx-auto max-w-5xl px-4 pb-24 sm:px-8">
        <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4 py-8">
          <div lang="en" className="max-w-md">
            <h1 className="font-serif text-[28px]/9 font-semibold">Mails about documents</h1>
            <p className="mt-1 text-muted">
              They follow the color scheme of the browser, not the theme of the app.
            </p>
          </div>
          <div className="w-full sm:w-64">
            <ChoiceGroup
              label={t('language')}
              options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value], lang: value }))}
              value={language}
              onChange={(next) => void change(next)}
            />
          </div>
        </header>
        {letters.map(([name]) => (
          <Mail key={name} name={name} language={language} />
        ))}
      </main>
    </>
  );
}

function Mail({ name, language }: { readonly name: string; readonly language: Language }) {
  const { subject, html, text, headers } = renderMail(sampleLetters(language)[name]!, APP);
  const frame = 'w-full rounded-card border border-line';
  return (
    <section aria-label={name} className="scroll-mt-6 border-t border-line py-8" id={name}>
      <code lang="en" translate="no" className="text-[13px] text-muted">
        {name}
      </code>
      <h2 className="mt-1 mb-4 text-[17px]/6 font-semibold wrap-anywhere">{subject}</h2>
      <iframe title={subject} sandbox="" srcDoc={html} className={`${frame} h-[36rem] resize-x`} />
      <pre className="mt-4 overflow-x-auto rounded-card bg-hover p-4 text-[13px]/5 whitespace-pre-wrap wrap-anywhere">
        {text}
      </pre>
      <pre lang="en" className="mt-4 overflow-x-auto text-xs/5 text-muted" translate="no">
        {Object.entries(headers)
          .map(([header, value]) => `${header}: ${value}`)
          .join('\n')}
      </pre>
    </section>
  );
}
