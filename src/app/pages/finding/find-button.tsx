import { Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/icon-button.tsx';
import { ariaShortcut, isApple } from '../../ui/shortcut-label.ts';
import { setFinding } from './finder-state.ts';

/** Opens *Find*, also where there is no keyboard. */
export function FindButton() {
  const { t } = useTranslation('common');
  return (
    <IconButton
      label={t('findAnything')}
      aria-haspopup="dialog"
      aria-keyshortcuts={ariaShortcut('Mod-k', isApple(navigator.platform))}
      icon={<Search size={18} aria-hidden="true" />}
      onClick={() => setFinding(true)}
    />
  );
}
