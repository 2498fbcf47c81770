import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { AuthOutcome } from '../data/auth.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { codeSchema } from './auth-schemas.ts';
import { fieldOf } from './failure-field.ts';
import { failureMessage, useProblemText } from './use-problem-text.ts';

interface CodeFormProps {
  readonly submitLabel: string;
  readonly verify: (code: string) => Promise<AuthOutcome>;
  /** Message for a wrong code that did not come by mail. */
  readonly wrong?: string;
  readonly onDone?: () => void;
  /** Secondary on its page: takes no focus, and its button is plain. */
  readonly aside?: boolean;
}

/** Input for a code from a mail or an authenticator app; phones offer to fill it in. */
export function CodeForm({ submitLabel, verify, wrong, onDone, aside = false }: CodeFormProps) {
  const { t } = useTranslation('auth');
  const problemText = useProblemText();
  const form = useForm({ resolver: zodResolver(codeSchema), defaultValues: { code: '' } });
  const { errors, isSubmitting } = form.formState;
  const { setFocus } = form;
  useEffect(() => {
    if (!aside) setFocus('code');
  }, [setFocus, aside]);

  const submit = form.handleSubmit(async ({ code }) => {
    const outcome = await verify(code);
    if (outcome.ok) return onDone?.();
    const field = fieldOf(outcome.failure, ['code']);
    form.setError(field, { message: failureMessage(outcome.failure) }, { shouldFocus: field !== 'root' });
  });

  const problem = errors.code?.message;
  const isWrong = problem === failureMessage('code_invalid');
  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={(event) => void submit(event)}>
      {errors.root && <Notice>{problemText(errors.root.message)}</Notice>}
      <TextField
        {...form.register('code')}
        label={t('code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        problem={isWrong && wrong ? wrong : problemText(problem)}
      />
      <Button
        type="submit"
        look={aside ? 'plain' : 'primary'}
        className={aside ? 'self-start' : 'h-10'}
        busy={isSubmitting}
      >
        {submitLabel}
      </Button>
    </form>
  );
}
