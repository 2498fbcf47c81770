import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { requestPasswordReset } from '../data/auth.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { forgotPasswordSchema } from './auth-schemas.ts';
import { FAILURE_FIELD } from './failure-field.ts';
import { failureMessage, useProblemText } from './use-problem-text.ts';

export function ForgotPasswordForm({ onSent }: { readonly onSent: (email: string) => void }) {
  const { t } = useTranslation('auth');
  const problemText = useProblemText();
  const form = useForm({ resolver: zodResolver(forgotPasswordSchema), defaultValues: { email: '' } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ email }) => {
    const outcome = await requestPasswordReset(email);
    if (outcome.ok) return onSent(email);
    const field = FAILURE_FIELD[outcome.failure] === 'email' ? 'email' : 'root';
    form.setError(field, { message: failureMessage(outcome.failure) });
  });

  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={(event) => void submit(event)}>
      {errors.root && <Notice>{problemText(errors.root.message)}</Notice>}
      <TextField
        {...form.register('email')}
        label={t('email')}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        problem={problemText(errors.email?.message)}
      />
      <Button type="submit" look="primary" className="h-10" busy={isSubmitting}>
        {t('forgot.submit')}
      </Button>
    </form>
  );
}
