import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accountQuery } from '../data/account.ts';
import { removeSecondFactors, secondFactorsOf } from '../data/second-factor.ts';
import type { Session } from '../data/session.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { loadLater } from '../ui/load-later.tsx';
import { showToast } from '../ui/toast.tsx';
import { useSession } from './use-session.ts';
import { TextSpan } from '../ui/text-span.tsx';

const SetUp = loadLater(() => import('./set-up-second-factor.tsx').then((part) => part.SetUpSecondFactor));

export function SecondFactorSection() {
  const state = useSession();
  return state.kind === 'signed-in' ? <SecondFactorOf session={state.session} /> : null;
}

/** Turns two-step verification on and off. */
function SecondFactorOf({ session }: { readonly session: Session }) {
  const { t } = useTranslation(['account', 'auth', 'common']);
  const { data: user = session.user } = useQuery(accountQuery(session.user));
  const [dialog, setDialog] = useState<'set up' | 'remove' | null>(null);
  const [removing, setRemoving] = useState(false);
  const isOn = secondFactorsOf(user).length > 0;

  const remove = async (): Promise<void> => {
    setRemoving(true);
    const outcome = await removeSecondFactors(user);
    setRemoving(false);
    setDialog(null);
    if (outcome.ok) showToast.success(t('secondFactor.turnedOff'));
    else showToast.error(t(`auth:failure.${outcome.failure}`));
  };

  return (
    <div className="flex flex-col items-start gap-5">
      <p>
        <TextSpan>{t(isOn ? 'secondFactor.on' : 'secondFactor.off')}</TextSpan>
      </p>
      <Button onClick={() => setDialog(isOn ? 'remove' : 'set up')}>
        {t(isOn ? 'secondFactor.turnOff' : 'secondFactor.turnOn')}
      </Button>
      <Dialog
        open={dialog === 'set up'}
        onOpenChange={() => setDialog(null)}
        title={t('secondFactor.setUpTitle')}
        description={t('secondFactor.setUpText')}
        closeLabel={t('common:close')}
      >
        <SetUp
          onDone={() => {
            setDialog(null);
            showToast.success(t('secondFactor.turnedOn'));
          }}
        />
      </Dialog>
      <ConfirmDialog
        open={dialog === 'remove'}
        onOpenChange={() => setDialog(null)}
        title={t('secondFactor.turnOffTitle')}
        text={t('secondFactor.turnOffText')}
        confirmLabel={t('secondFactor.turnOff')}
        cancelLabel={t('common:cancel')}
        danger
        busy={removing}
        onConfirm={() => void remove()}
      />
    </div>
  );
}
