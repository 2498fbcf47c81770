import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorCodeOf } from '../data/api-error.ts';
import { requestAccess } from '../data/access.ts';
import { Button } from '../ui/button.tsx';
import { showToast } from '../ui/toast.tsx';

/** For viewers: requests edit access. If the owner grants it, the text becomes editable in place. */
export function AskToWrite({ documentId }: { readonly documentId: string }) {
  const { t } = useTranslation(['sharing', 'errors']);
  const request = useMutation({
    mutationFn: () => requestAccess(documentId),
    onError: (error) => showToast.error(t(`errors:${errorCodeOf(error)}`)),
  });
  return request.isSuccess ? (
    <output className="basis-full text-[13px] text-muted">{t('sharing:request.askedToWrite')}</output>
  ) : (
    <Button busy={request.isPending} onClick={() => request.mutate()}>
      {t('sharing:request.askToWrite')}
    </Button>
  );
}
