import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { MAX_VERSION_NAME_CHARS } from '#contract/limits.ts';
import { errorCodeOf } from '../data/api-error.ts';
import { nameVersion, refreshVersions, type Version } from '../data/versions.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { showToast } from '../ui/toast.tsx';

const formSchema = z.object({ name: z.string().check(z.trim(), z.maxLength(MAX_VERSION_NAME_CHARS)) });

interface NameVersionProps {
  readonly documentId: string;
  readonly version: Version;
}

/** *Name this version* or *Rename*; opens a field in place. An empty name takes the name away. */
export function NameVersion({ documentId, version }: NameVersionProps) {
  const { t } = useTranslation('history');
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <NameForm documentId={documentId} version={version} onDone={() => setOpen(false)} />;
  return (
    <IconButton
      label={t(version.name === null ? 'rename.name' : 'rename.rename')}
      icon={<Pencil size={16} aria-hidden="true" />}
      onClick={() => setOpen(true)}
    />
  );
}

function NameForm({ documentId, version, onDone }: NameVersionProps & { readonly onDone: () => void }) {
  const { t } = useTranslation(['history', 'common', 'errors']);
  const client = useQueryClient();
  const form = useForm({ resolver: zodResolver(formSchema), defaultValues: { name: version.name ?? '' } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ name }) => {
    try {
      await nameVersion(documentId, version.id, name);
      await refreshVersions(client, documentId);
      onDone();
    } catch (error) {
      showToast.error(`${t('history:rename.failed')} ${t(`errors:${errorCodeOf(error)}`)}`);
    }
  });
  return (
    <form noValidate className="flex flex-wrap items-end gap-2" onSubmit={(event) => void submit(event)}>
      <TextField
        {...form.register('name')}
        label={t('history:name')}
        hideLabel
        // The user has just asked for this field.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        autoComplete="off"
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone();
        }}
        problem={errors.name ? t('history:nameLong', { max: MAX_VERSION_NAME_CHARS }) : undefined}
      />
      <Button type="submit" look="primary" busy={isSubmitting}>
        {t('history:rename.save')}
      </Button>
      <Button onClick={onDone}>{t('common:cancel')}</Button>
    </form>
  );
}
