import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { accountQuery, changeEmail, confirmEmailChange, resendEmailChange } from '../data/account.ts';
import { readLinkFailure } from '../data/paths.ts';
import type { Session } from '../data/session.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { newEmailSchema } from './auth-schemas.ts';
import { CodeForm } from './code-form.tsx';
import { fieldOf } from './failure-field.ts';
import { SendAgainButton } from './send-again-button.tsx';
import { failureMessage, useProblemText } from './use-problem-text.ts';
import { useSession } from './use-session.ts';
import { TextSpan } from '../ui/text-span.tsx';

export function EmailSection() {
  const state = useSession();
  return state.kind === 'signed-in' ? <EmailOf session={state.session} /> : null;
}

/** The current address, a pending new one, and the state of the mails sent to confirm it. */
function EmailOf({ session }: { readonly session: Session }) {
  const { t } = useTranslation(['account', 'auth']);
  const { hash } = useLocation();
  const { data: user = session.user } = useQuery(accountQuery(session.user));
  const email = user.email ?? '';
  const linkFailure = readLinkFailure(hash);
  // The auth service adds this to the fragment when only one of the two links was opened.
  const isHalf = new URLSearchParams(hash.slice(1)).has('message');
  return (
    <div className="flex flex-col gap-5">
      {linkFailure && <Notice>{t(`auth:failure.${linkFailure}`)}</Notice>}
      <p className="break-words">{t('page.emailNow', { email })}</p>
      {user.new_email && (
        <Pending key={user.new_email} email={email} newEmail={user.new_email} isHalf={isHalf} />
      )}
      <NewEmailForm email={email} />
    </div>
  );
}

interface PendingProps {
  readonly email: string;
  readonly newEmail: string;
  /** One of the two mailboxes has confirmed. */
  readonly isHalf: boolean;
}

function Pending({ email, newEmail, isHalf }: PendingProps) {
  const { t } = useTranslation('account');
  const [confirmed, setConfirmed] = useState(0);
  return (
    <div className="flex flex-col gap-4 rounded-control border border-line bg-raised px-3 py-2.5">
      <output className="flex gap-2.5">
        <MailCheck size={18} className="mt-px shrink-0" aria-hidden="true" />
        <span className="flex min-w-0 flex-col gap-2 break-words">
          <strong className="font-medium">{t('page.emailPending')}</strong>
          <span className="text-muted">
            <TextSpan>
              {isHalf || confirmed > 0
                ? t('page.emailHalf')
                : t('page.emailPendingText', { email, newEmail })}
            </TextSpan>
          </span>
        </span>
      </output>
      <CodeForm
        key={confirmed}
        aside
        submitLabel={t('page.emailCode')}
        verify={(code) => confirmEmailChange([newEmail, email], code)}
        onDone={() => setConfirmed(confirmed + 1)}
      />
      <div>
        <SendAgainButton send={() => resendEmailChange(email)} />
      </div>
    </div>
  );
}

function NewEmailForm({ email }: { readonly email: string }) {
  const { t } = useTranslation('account');
  const problemText = useProblemText();
  const form = useForm({ resolver: zodResolver(newEmailSchema(email)), defaultValues: { email: '' } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (change) => {
    const outcome = await changeEmail(change.email);
    if (outcome.ok) return form.reset();
    const field = fieldOf(outcome.failure, ['email']);
    form.setError(field, { message: failureMessage(outcome.failure) }, { shouldFocus: field !== 'root' });
  });

  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={(event) => void submit(event)}>
      {errors.root && <Notice>{problemText(errors.root.message)}</Notice>}
      <TextField
        {...form.register('email')}
        label={t('page.newEmail')}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        problem={problemText(errors.email?.message)}
      />
      <Button type="submit" className="self-start" busy={isSubmitting}>
        {t('page.changeEmail')}
      </Button>
    </form>
  );
}
