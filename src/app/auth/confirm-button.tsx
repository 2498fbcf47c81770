import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuthFailure } from '../data/auth.ts';
import { confirmByMail, type Confirmed } from '../data/confirm-by-mail.ts';
import type { MailLink } from '../data/mail-link.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

interface ConfirmButtonProps {
  readonly link: MailLink;
  readonly label: string;
  readonly onConfirmed: (confirmed: Confirmed) => void;
  /** The link is used up; a retry cannot succeed. */
  readonly onSpent: () => void;
}

/** Uses up a mail link. Only a click does: mail scanners open links and run scripts. */
export function ConfirmButton({ link, label, onConfirmed, onSpent }: ConfirmButtonProps) {
  const { t } = useTranslation('auth');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<AuthFailure | null>(null);

  const confirm = async (): Promise<void> => {
    setBusy(true);
    const outcome = await confirmByMail(link);
    // Stays busy until the next page is shown: a second click would submit a used link.
    if (outcome.ok) return onConfirmed(outcome.value);
    setBusy(false);
    if (outcome.failure === 'link_expired') return onSpent();
    setFailure(outcome.failure);
  };

  return (
    <div className="flex flex-col gap-5">
      {failure && <Notice>{t(`failure.${failure}`)}</Notice>}
      <Button look="primary" className="h-10" busy={busy} onClick={() => void confirm()}>
        {label}
      </Button>
    </div>
  );
}
