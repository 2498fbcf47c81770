import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { MIN_PASSWORD_CHARS } from '#contract/limits.ts';
import { signUp } from '../data/auth-by-mail.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { signUpSchema } from './auth-schemas.ts';
import { fieldOf } from './failure-field.ts';
import { PasswordField } from './password-field.tsx';
import { failureMessage, useProblemText } from './use-problem-text.ts';

interface SignUpFormProps {
  /** Initial value; can be edited. */
  readonly email?: string;
  /** Called when the account must be confirmed by a link mailed to this address. */
  readonly onConfirm: (email: string) => void;
}

export function SignUpForm({ email = '', onConfirm }: SignUpFormProps) {
  const { t } = useTranslation(['account', 'auth']);
  const { language } = useLanguage();
  const problemText = useProblemText();
  const form = useForm({
    resolver: zodResolver(signUpSchema),
    defaultValues: { name: '', email, password: '' },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (account) => {
    const outcome = await signUp({ ...account, language });
    if (outcome.ok) {
      if (outcome.value === 'confirm') onConfirm(account.email);
      return;
    }
    const field = fieldOf(outcome.failure, ['email', 'password']);
    form.setError(field, { message: failureMessage(outcome.failure) }, { shouldFocus: field !== 'root' });
  });

  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={(event) => void submit(event)}>
      {errors.root && <Notice>{problemText(errors.root.message)}</Notice>}
      <TextField
        {...form.register('name')}
        label={t('name')}
        autoComplete="name"
        hint={t('nameHint')}
        problem={problemText(errors.name?.message)}
      />
      <TextField
        {...form.register('email')}
        label={t('auth:email')}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        problem={problemText(errors.email?.message)}
      />
      <PasswordField
        {...form.register('password')}
        label={t('auth:password')}
        autoComplete="new-password"
        hint={t('passwordHint', { count: MIN_PASSWORD_CHARS })}
        problem={problemText(errors.password?.message)}
      />
      <Button type="submit" look="primary" className="h-10" busy={isSubmitting}>
        {t('signUp.submit')}
      </Button>
    </form>
  );
}
