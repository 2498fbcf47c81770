import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { AuthOutcome } from '../data/auth.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { mailSchema } from './auth-schemas.ts';
import { fieldOf } from './failure-field.ts';
import { failureMessage, useProblemText } from './use-problem-text.ts';

interface MailFormProps {
  readonly submitLabel: string;
  /** Initial value; can be edited. */
  readonly email?: string;
  readonly send: (email: string) => Promise<AuthOutcome>;
  readonly onSent: (email: string) => void;
}

/** Input for the address that a mail is sent to. */
export function MailForm({ submitLabel, email = '', send, onSent }: MailFormProps) {
  const { t } = useTranslation('auth');
  const problemText = useProblemText();
  const form = useForm({ resolver: zodResolver(mailSchema), defaultValues: { email } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (typed) => {
    const outcome = await send(typed.email);
    if (outcome.ok) return onSent(typed.email);
    form.setError(fieldOf(outcome.failure, ['email']), { message: failureMessage(outcome.failure) });
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
        {submitLabel}
      </Button>
    </form>
  );
}
