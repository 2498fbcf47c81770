import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { errorCodeOf } from '../data/api-error.ts';
import { changeProfile, type Profile } from '../data/profiles.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { profileSchema } from './auth-schemas.ts';
import { useProblemText } from './use-problem-text.ts';

interface ProfileFormProps {
  readonly profile: Profile;
  readonly onSaved: () => void;
}

export function ProfileForm({ profile, onSaved }: ProfileFormProps) {
  const { t } = useTranslation(['account', 'errors', 'common']);
  const problemText = useProblemText();
  const client = useQueryClient();
  const form = useForm({ resolver: zodResolver(profileSchema), defaultValues: { name: profile.name } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ name }) => {
    try {
      const saved = await changeProfile(client, profile.id, { name });
      form.reset({ name: saved.name });
      onSaved();
    } catch (error) {
      form.setError('root', { message: t(`errors:${errorCodeOf(error)}`) });
    }
  });

  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={(event) => void submit(event)}>
      {errors.root && <Notice>{errors.root.message}</Notice>}
      <TextField
        {...form.register('name')}
        label={t('account:name')}
        autoComplete="name"
        hint={t('account:nameHint')}
        problem={problemText(errors.name?.message)}
      />
      <Button type="submit" className="self-start" busy={isSubmitting}>
        {t('common:save')}
      </Button>
    </form>
  );
}
