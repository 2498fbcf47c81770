import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { MIN_PASSWORD_CHARS } from '#contract/limits.ts';
import { changePassword } from '../data/account.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { newPasswordSchema } from './auth-schemas.ts';
import { fieldOf } from './failure-field.ts';
import { PasswordField } from './password-field.tsx';
import { failureMessage, useProblemText } from './use-problem-text.ts';

interface NewPasswordFormProps {
  readonly onChanged: () => void;
  /** For password managers. */
  readonly email: string;
}

/** Shown after a recovery link was opened. */
export function NewPasswordForm({ onChanged, email }: NewPasswordFormProps) {
  const { t } = useTranslation('account');
  const problemText = useProblemText();
  const form = useForm({ resolver: zodResolver(newPasswordSchema), defaultValues: { password: '' } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ password }) => {
    const outcome = await changePassword({ password });
    if (!outcome.ok) {
      form.setError(fieldOf(outcome.failure, ['password']), { message: failureMessage(outcome.failure) });
      return;
    }
    form.reset();
    onChanged();
  });

  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={(event) => void submit(event)}>
      {errors.root && <Notice>{problemText(errors.root.message)}</Notice>}
      <input type="email" hidden readOnly autoComplete="username" value={email} />
      <PasswordField
        {...form.register('password')}
        label={t('newPassword')}
        autoComplete="new-password"
        hint={t('passwordHint', { count: MIN_PASSWORD_CHARS })}
        problem={problemText(errors.password?.message)}
      />
      <Button type="submit" look="primary" className="self-start" busy={isSubmitting}>
        {t('reset.submit')}
      </Button>
    </form>
  );
}
