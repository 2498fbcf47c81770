import { zodResolver } from '@hookform/resolvers/zod';
import { Suspense, useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { signIn } from '../data/auth.ts';
import { Button } from '../ui/button.tsx';
import { loadLater } from '../ui/load-later.tsx';
import { Notice } from '../ui/notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { signInSchema } from './auth-schemas.ts';
import { fieldOf } from './failure-field.ts';
import { PasswordField } from './password-field.tsx';
import { failureMessage, useProblemText } from './use-problem-text.ts';

const SharedComputer = loadLater(() => import('./shared-computer.tsx').then((part) => part.SharedComputer));

interface SignInFormProps {
  /** Only this user may sign in: the page behind has their unsaved changes. */
  readonly onlyEmail?: string;
  /** Initial value; can be edited. */
  readonly email?: string;
}

/** Success changes the session, which re-renders the parent. */
export function SignInForm({ onlyEmail, email = '' }: SignInFormProps) {
  const { t } = useTranslation('auth');
  const problemText = useProblemText();
  const form = useForm({
    resolver: zodResolver(signInSchema),
    defaultValues: { email: onlyEmail ?? email, password: '' },
    reValidateMode: 'onChange',
  });
  const { errors, isSubmitting } = form.formState;
  const { setFocus } = form;
  useEffect(() => {
    if (onlyEmail !== undefined) setFocus('password');
  }, [onlyEmail, setFocus]);

  const submit = form.handleSubmit(async (typed) => {
    const outcome = await signIn(typed.email, typed.password);
    if (outcome.ok) return;
    const field = fieldOf(outcome.failure, ['email', 'password']);
    form.setError(field, { message: failureMessage(outcome.failure) }, { shouldFocus: field !== 'root' });
  });

  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={(event) => void submit(event)}>
      {errors.root && <Notice>{problemText(errors.root.message)}</Notice>}
      <TextField
        {...form.register('email')}
        label={t('email')}
        type="email"
        readOnly={onlyEmail !== undefined}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        problem={problemText(errors.email?.message)}
      />
      <PasswordField
        {...form.register('password')}
        label={t('password')}
        autoComplete="current-password"
        problem={problemText(errors.password?.message)}
      />
      {onlyEmail === undefined && (
        <div className="min-h-16">
          <Suspense fallback={null}>
            <SharedComputer />
          </Suspense>
        </div>
      )}
      <Button type="submit" look="primary" className="h-10" busy={isSubmitting}>
        {t('signIn.submit')}
      </Button>
    </form>
  );
}
