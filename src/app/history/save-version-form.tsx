import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { MAX_VERSION_NAME_CHARS } from '#contract/limits.ts';
import { ApiError, errorCodeOf } from '../data/api-error.ts';
import { refreshVersions, saveVersion } from '../data/versions.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { showToast } from '../ui/toast.tsx';

const formSchema = z.object({ name: z.string().check(z.trim(), z.maxLength(MAX_VERSION_NAME_CHARS)) });

interface SaveVersionFormProps {
  readonly documentId: string;
  /** Saves pending changes; true when all of them are on the server. */
  readonly flush: () => Promise<boolean>;
}

/** *Save version*, with an optional name. */
export function SaveVersionForm({ documentId, flush }: SaveVersionFormProps) {
  const { t } = useTranslation(['history', 'errors']);
  const client = useQueryClient();
  const form = useForm({ resolver: zodResolver(formSchema), defaultValues: { name: '' } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ name }) => {
    try {
      // Without the pending changes the version would differ from the visible text.
      if (!(await flush())) throw new ApiError({ code: 'unreachable', status: 0 });
      await saveVersion(documentId, name === '' ? {} : { name });
      form.reset();
      showToast.success(t('history:saved'));
      await refreshVersions(client, documentId);
    } catch (error) {
      showToast.error(`${t('history:saveFailed')}. ${t(`errors:${errorCodeOf(error)}`)}`);
    }
  });

  return (
    <form noValidate className="flex flex-col gap-3" onSubmit={(event) => void submit(event)}>
      <TextField
        {...form.register('name')}
        label={t('history:name')}
        hint={t('history:nameHint')}
        autoComplete="off"
        problem={errors.name ? t('history:nameLong', { max: MAX_VERSION_NAME_CHARS }) : undefined}
      />
      <Button type="submit" look="primary" busy={isSubmitting}>
        {t('history:save')}
      </Button>
    </form>
  );
}
