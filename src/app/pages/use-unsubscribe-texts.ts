import { useTranslation } from 'react-i18next';
import type { Stopped } from '../data/unsubscribing.ts';

interface Said {
  readonly title: string;
  readonly text: string;
  readonly button: string;
}

/** Before the press, after it, and after it was undone. */
export function useUnsubscribeTexts(
  mails: Stopped,
): Readonly<Record<'offered' | 'stopped' | 'undone', Said>> {
  const { t } = useTranslation('unsubscribe');
  return {
    offered: offer(mails, t),
    stopped: { title: heading(mails, t), text: outcome(mails, t), button: t('undo') },
    undone: { title: t('undone'), text: t('undoneText'), button: t('stopAgain') },
  };
}

type T = ReturnType<typeof useTranslation<'unsubscribe'>>['t'];

function offer(mails: Stopped, t: T): Said {
  const button = t('stop');
  switch (mails.scope) {
    case 'all':
      return { title: t('title.all'), text: t('text.all'), button };
    case 'document': {
      const title = mails.title?.trim();
      return {
        title: title ? t('title.document', { title }) : t('title.documentHidden'),
        text: t('text.document'),
        button: t('stopDocument'),
      };
    }
    case 'kind':
      return mails.kind === 'digest'
        ? { title: t('title.kind.digest'), text: t('text.digest'), button: t('stopDigest') }
        : { title: t(`title.kind.${mails.kind}`), text: t('text.kind'), button };
    case 'sender': {
      const { name } = mails;
      const title = name === null ? t('title.senderGone') : t('title.sender', { name });
      return { title, text: t('text.sender'), button: t('stopInvitations') };
    }
  }
}

function heading({ scope }: Stopped, t: T): string {
  if (scope === 'sender') return t('stoppedInvitations');
  return scope === 'document' ? t('stoppedDocument') : t('stopped');
}

function outcome(mails: Stopped, t: T): string {
  switch (mails.scope) {
    case 'all':
      return t('stoppedText.all');
    case 'document': {
      const title = mails.title?.trim();
      return title ? t('stoppedText.document', { title }) : t('stoppedText.documentHidden');
    }
    case 'kind':
      return t(mails.kind === 'digest' ? 'stoppedText.digest' : 'stoppedText.kind');
    case 'sender': {
      const { name } = mails;
      return name === null ? t('stoppedText.senderGone') : t('stoppedText.sender', { name });
    }
  }
}
