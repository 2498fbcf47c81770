import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { MAX_VERSION_NAME_CHARS } from '#contract/limits.ts';
import { errorCodeOf } from '../data/api-error.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/text-field.tsx';

const formSchema = z.object({ name: z.string().check(z.trim(), z.maxLength(MAX_VERSION_NAME_CHARS)) });

interface NameDialogProps {
  readonly title: string;
  /** The present name; empty for none. */
  readonly name: string;
  readonly hint?: string;
  readonly submitLabel: string;
  /** Rejects if the name could not be saved. */
  readonly onSave: (name: string) => Promise<void>;
  /** Said before the reason then. */
  readonly failed: string;
  readonly onClose: () => void;
}

/** Asks for the name of a version. What could not be saved stays in the field, with the reason. */
export function NameDialog({ title, onClose, ...form }: NameDialogProps) {
  const { t } = useTranslation('common');
  return (
    <Dialog open onOpenChange={onClose} title={title} closeLabel={t('close')}>
      <NameForm {...form} />
    </Dialog>
  );
}

type NameFormProps = Omit<NameDialogProps, 'title' | 'onClose'>;

function NameForm({ name: present, hint, submitLabel, onSave, failed }: NameFormProps) {
  const { t } = useTranslation(['history', 'errors']);
  const form = useForm({ resolver: zodResolver(formSchema), defaultValues: { name: present } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ name }) => {
    try {
      await onSave(name);
    } catch (error) {
      const message = `${failed} ${t(`errors:${errorCodeOf(error)}`)}`;
      form.setError('name', { type: 'server', message }, { shouldFocus: true });
    }
  });
  const isRefused = errors.name?.type === 'server';
  const tooLong = errors.name ? t('history:nameLong', { max: MAX_VERSION_NAME_CHARS }) : undefined;
  return (
    <form
      noValidate
      className="mt-4 flex flex-wrap items-start gap-2"
      onSubmit={(event) => void submit(event)}
    >
      <TextField
        {...form.register('name')}
        className="min-w-48 flex-1"
        label={t('history:name')}
        hint={hint}
        autoComplete="off"
        problem={isRefused ? errors.name?.message : tooLong}
      />
      <Button
        type="submit"
        look="primary"
        className="h-10 max-sm:w-full sm:mt-[26px] pointer-coarse:h-11"
        busy={isSubmitting}
      >
        {submitLabel}
      </Button>
    </form>
  );
}
