import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorCodeOf } from '../data/api-error.ts';
import { forgiveMyAddress, mailProblemQuery } from '../data/notifications.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { showToast } from '../ui/toast.tsx';

/** Says that no mails are sent to the user's address, because they came back. */
export function MailProblem() {
  const { t } = useTranslation(['notifications', 'common', 'errors']);
  const client = useQueryClient();
  const { data } = useQuery(mailProblemQuery());
  const { mutate, isPending } = useMutation({
    mutationFn: () => forgiveMyAddress(client),
    onSuccess: () => void showToast.success(t('notifications:problem.forgiven')),
    onError: (error) => void showToast.error(t(`errors:${errorCodeOf(error)}`)),
  });
  if (!data) return null;
  return (
    <Notice>
      <p>
        {t(
          data.reason === 'complained' ? 'notifications:problem.complained' : 'notifications:problem.bounced',
          {
            address: data.address,
          },
        )}
      </p>
      <Button className="mt-2" busy={isPending} onClick={() => mutate()}>
        {t('common:retry')}
      </Button>
    </Notice>
  );
}
