import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { MAX_NAME_CHARS } from '#contract/limits.ts';
import { errorCodeOf } from '../data/api-error.ts';
import { foldersQuery, type Folder } from '../data/folders.ts';
import { newId } from '../data/new-id.ts';
import { Button } from '../ui/button.tsx';
import { cutPaste } from '../ui/cut-paste.ts';
import { TextField } from '../ui/text-field.tsx';
import { useFolderActions } from './use-folder-actions.ts';

const nameSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_NAME_CHARS));

interface FolderNameFormProps {
  /** Null creates a folder. */
  readonly folder: Folder | null;
  readonly label: string;
  readonly submitLabel: string;
  /** Called once the server has saved it. */
  readonly onSaved: (folder: Folder) => void;
}

/** Form for a folder's name. Shows a refusal of the server and keeps the input. */
export function FolderNameForm({ folder, label, submitLabel, onSaved }: FolderNameFormProps) {
  const { t } = useTranslation(['documentList', 'errors']);
  const { data: folders = [] } = useQuery(foldersQuery());
  const actions = useFolderActions();
  // The id is kept until it succeeds: a retry after a lost reply must not create a second folder.
  const [id] = useState(() => folder?.id ?? newId());
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  const refuse = (message: string): void => {
    setProblem(message);
    field.current?.focus();
  };
  const save = async (name: string): Promise<void> => {
    setBusy(true);
    try {
      const saved = { id, name, templateId: folder?.templateId ?? null };
      await actions.save(saved);
      onSaved(saved);
    } catch (error) {
      const code = errorCodeOf(error);
      refuse(code === 'too_large' ? t('documentList:folders.tooMany') : t(`errors:${code}`));
    }
    setBusy(false);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy) return;
    const { data: name } = nameSchema.safeParse(field.current?.value);
    if (name === undefined) return refuse(t('documentList:folders.nameless'));
    if (folders.some((one) => one.id !== id && one.name.toLowerCase() === name.toLowerCase()))
      return refuse(t('documentList:folders.taken'));
    setProblem(undefined);
    void save(name);
  };

  return (
    <form noValidate className="mt-4 flex flex-wrap items-start gap-2" onSubmit={submit}>
      <TextField
        ref={field}
        className="min-w-48 flex-1"
        label={label}
        defaultValue={folder?.name}
        maxLength={MAX_NAME_CHARS}
        onPaste={cutPaste}
        autoComplete="off"
        problem={problem}
      />
      <Button
        type="submit"
        look="primary"
        className="h-10 max-sm:w-full sm:mt-[26px] pointer-coarse:h-11"
        busy={busy}
      >
        {submitLabel}
      </Button>
    </form>
  );
}
