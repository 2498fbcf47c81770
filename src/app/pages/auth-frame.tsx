import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Wordmark } from '../ui/wordmark.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { SamplePage } from './sample-page.tsx';
import { TextSpan } from '../ui/text-span.tsx';

interface AuthFrameProps {
  readonly title: string;
  readonly text?: ReactNode;
  readonly children: ReactNode;
  /** Shown below the form: a link to another page. */
  readonly footer?: ReactNode;
}

/** Layout for visitors: a form beside a sample document with two authors. */
export function AuthFrame({ title, text, children, footer }: AuthFrameProps) {
  const { t } = useTranslation('common');
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="flex min-h-dvh flex-col px-5 py-6 sm:px-10">
        <header className="flex items-center justify-between">
          <Wordmark name={t('appName')} />
          <LanguageSwitch />
        </header>
        <main id="main" className="mx-auto mt-[clamp(0rem,9dvh,6rem)] w-full max-w-[22rem] py-10">
          <h1
            tabIndex={-1}
            className="font-serif text-[30px]/9 font-semibold tracking-[-0.01em] text-balance"
          >
            <TextSpan>{title}</TextSpan>
          </h1>
          {text && (
            <div className="mt-2 text-[15px]/6 wrap-anywhere text-muted">
              <TextSpan>{text}</TextSpan>
            </div>
          )}
          <div className="mt-7">{children}</div>
          {footer && <div className="mt-7 text-muted">{footer}</div>}
        </main>
      </div>
      <SamplePage />
    </div>
  );
}
