import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { deleteAccount, deletionQuery, forgetSession } from '../data/account.ts';
import { errorCodeOf } from '../data/api-error.ts';
import type { SignedInUser } from '../data/session.ts';
import { clearDevice, settleDevice } from '../room/leave-device.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TextField } from '../ui/text-field.tsx';
import { showToast } from '../ui/toast.tsx';
import { deleteAccountSchema } from './auth-schemas.ts';
import { DeletionPreview } from './deletion-preview.tsx';
import { PasswordField } from './password-field.tsx';
import { failureMessage, useProblemText } from './use-problem-text.ts';

/** Shows what happens to every document before the user can confirm. */
export function DeleteAccountForm({ user }: { readonly user: SignedInUser }) {
  const { t } = useTranslation(['account', 'auth', 'common', 'errors']);
  const fates = useQuery(deletionQuery(user.id));
  if (fates.isError) {
    return (
      <div className="mt-5">
        <Notice>
          <p>{t(`errors:${errorCodeOf(fates.error)}`)}</p>
          <Button className="mt-2" busy={fates.isFetching} onClick={() => void fates.refetch()}>
            {t('common:retry')}
          </Button>
        </Notice>
      </div>
    );
  }
  if (!fates.data || fates.isFetching) return <Skeleton className="mt-5 h-40 w-full" />;
  return (
    <>
      <DeletionPreview fates={fates.data} />
      <Confirmation user={user} />
    </>
  );
}

function Confirmation({ user }: { readonly user: SignedInUser }) {
  const { t } = useTranslation(['account', 'errors']);
  const problemText = useProblemText();
  const form = useForm({
    resolver: zodResolver(deleteAccountSchema(user.email)),
    defaultValues: { typed: '', password: '' },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ password }) => {
    // First send pending changes to documents that others own.
    await settleDevice(user.id);
    try {
      if ((await deleteAccount(password)) === 'wrong_password') {
        const message = failureMessage('current_password_wrong');
        return form.setError('password', { message }, { shouldFocus: true });
      }
    } catch (error) {
      return form.setError('root', { message: t(`errors:${errorCodeOf(error)}`) });
    }
    await clearDevice(user.id);
    showToast.success(t('remove.done'));
    await forgetSession();
  });

  return (
    <form noValidate className="mt-5 flex flex-col gap-5" onSubmit={(event) => void submit(event)}>
      {errors.root && <Notice>{errors.root.message}</Notice>}
      <TextField
        {...form.register('typed')}
        label={t('remove.typeEmail', { email: user.email })}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        problem={problemText(errors.typed?.message)}
      />
      <PasswordField
        {...form.register('password')}
        label={t('remove.password')}
        autoComplete="current-password"
        problem={problemText(errors.password?.message)}
      />
      <Button type="submit" look="danger" className="self-end" busy={isSubmitting}>
        {t('remove.confirm')}
      </Button>
    </form>
  );
}
