import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { MIN_PASSWORD_CHARS } from '#contract/limits.ts';
import { changePassword, requestReauthentication } from '../data/account.ts';
import { beganByMail } from '../data/token-claims.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { changePasswordSchema } from './auth-schemas.ts';
import { fieldOf } from './failure-field.ts';
import { PasswordField } from './password-field.tsx';
import { failureMessage, useProblemText } from './use-problem-text.ts';
import { useSession } from './use-session.ts';

interface ChangePasswordFormProps {
  readonly onChanged: () => void;
  /** For password managers, and as the address that a code may be sent to. */
  readonly email: string;
}

const EMPTY = { currentPassword: '', password: '', code: '' };

/** Requires the current password, unless the session began with a mail, and a mailed code if the server wants one. */
export function ChangePasswordForm({ onChanged, email }: ChangePasswordFormProps) {
  const { t } = useTranslation(['account', 'auth']);
  const problemText = useProblemText();
  const state = useSession();
  const asksCurrent = state.kind === 'signed-in' && !beganByMail(state.session.access_token);
  const [asksCode, setAsksCode] = useState(false);
  const form = useForm({ resolver: zodResolver(changePasswordSchema), defaultValues: EMPTY });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (change) => {
    const outcome = await changePassword(change);
    if (outcome.ok) {
      form.reset();
      setAsksCode(false);
      return onChanged();
    }
    if (outcome.failure === 'reauthentication_needed' && !asksCode) {
      const sent = await requestReauthentication();
      if (sent.ok) return setAsksCode(true);
      return form.setError('root', { message: failureMessage(sent.failure) });
    }
    const field = fieldOf(outcome.failure, ['currentPassword', 'password', 'code']);
    form.setError(field, { message: failureMessage(outcome.failure) }, { shouldFocus: field !== 'root' });
  });

  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={(event) => void submit(event)}>
      {errors.root && <Notice>{problemText(errors.root.message)}</Notice>}
      <input type="email" hidden readOnly autoComplete="username" value={email} />
      {asksCurrent && (
        <PasswordField
          {...form.register('currentPassword')}
          label={t('page.currentPassword')}
          autoComplete="current-password"
          problem={problemText(errors.currentPassword?.message)}
        />
      )}
      <PasswordField
        {...form.register('password')}
        label={t('newPassword')}
        autoComplete="new-password"
        hint={t('passwordHint', { count: MIN_PASSWORD_CHARS })}
        problem={problemText(errors.password?.message)}
      />
      {asksCode && (
        <>
          <output>{t('page.reauthenticate', { email })}</output>
          <TextField
            {...form.register('code')}
            label={t('auth:code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            problem={problemText(errors.code?.message)}
          />
        </>
      )}
      <Button type="submit" className="self-start" busy={isSubmitting}>
        {t('page.changePassword')}
      </Button>
    </form>
  );
}
