import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { errorCodeOf, isApiErrorCode } from '../data/api-error.ts';
import { addMember, OFFERED_ROLES } from '../data/members.ts';
import { refreshSharing } from '../data/sharing.ts';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { showToast } from '../ui/toast.tsx';
import { copyInvitation } from './copy-link.ts';
import { useInvitationMail } from './use-invitation-mail.ts';
import { TextSpan } from '../ui/text-span.tsx';

const inviteSchema = z.object({
  email: z.pipe(z.string().check(z.trim()), z.email()),
  role: z.enum(OFFERED_ROLES),
});

/** Invites an address; the response does not reveal whether it has an account. */
export function InviteForm({ documentId }: { readonly documentId: string }) {
  const { t } = useTranslation(['sharing', 'common', 'auth', 'errors']);
  const client = useQueryClient();
  const form = useForm({
    resolver: zodResolver(inviteSchema),
    defaultValues: { email: '', role: 'editor' as const },
  });
  const { errors, isSubmitting } = form.formState;
  const [invited, setInvited] = useState<Invited | null>(null);

  const submit = form.handleSubmit(async ({ email, role }) => {
    try {
      const token = await addMember(documentId, email, role);
      form.reset({ email: '', role });
      await refreshSharing(client, documentId);
      setInvited({ email, token });
    } catch (error) {
      form.setError('email', { type: errorCodeOf(error) }, { shouldFocus: true });
    }
  });

  const problem = (): string | undefined => {
    if (!errors.email) return undefined;
    const { type } = errors.email;
    // The error type is zod's for validation, or the server's code.
    return isApiErrorCode(type) ? t(`errors:${type}`) : t('auth:problem.email');
  };

  return (
    <form
      noValidate
      className="mt-5"
      aria-label={t('sharing:invite')}
      onSubmit={(event) => void submit(event)}
    >
      <div className="flex flex-wrap items-start gap-2">
        <TextField
          {...form.register('email')}
          className="min-w-48 flex-1"
          label={t('sharing:email')}
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          problem={problem()}
        />
        <SelectField
          {...form.register('role')}
          className="w-36"
          label={t('sharing:role')}
          options={OFFERED_ROLES.map((role) => ({ value: role, label: t(`common:role.${role}`) }))}
        />
        <Button type="submit" look="primary" className="h-10 max-sm:w-full sm:mt-[26px]" busy={isSubmitting}>
          {t('sharing:add')}
        </Button>
      </div>
      {invited && <InvitedNote documentId={documentId} {...invited} />}
    </form>
  );
}

interface Invited {
  readonly email: string;
  readonly token: string;
}

/** Whether the link went out by mail; and the link, which the owner can pass on too. */
function InvitedNote({ documentId, email, token }: Invited & { readonly documentId: string }) {
  const { t } = useTranslation('sharing');
  const mail = useInvitationMail(documentId, email);
  const copy = async (): Promise<void> => {
    if (await copyInvitation(token)) showToast.success(t('invitationCopied', { email }));
    else showToast.error(t('notCopied'));
  };
  return (
    <output className="mt-3 flex flex-wrap items-center gap-3 rounded-control bg-hover px-3 py-2.5">
      <span className="min-w-48 flex-1 text-[14px] wrap-anywhere">
        <TextSpan>
          {mail === null ? t('added', { email }) : `${t('added', { email })} ${t(`mail.${mail}`)}`}
        </TextSpan>
      </span>
      <Button onClick={() => void copy()}>
        <Link2 size={17} aria-hidden="true" />
        <span>{t('copyInvitationShort')}</span>
      </Button>
    </output>
  );
}
