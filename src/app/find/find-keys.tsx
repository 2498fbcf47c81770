import { useTranslation } from 'react-i18next';
import { isApple, shortcutLabel } from '../ui/shortcut-label.ts';

const KEYS = [
  { name: 'choose', keys: '↑↓' },
  { name: 'open', keys: 'Enter' },
  { name: 'newTab', keys: 'Mod-Enter' },
] as const;

/** Reminds of the keys; not on a touch screen. */
export function FindKeys() {
  const { t } = useTranslation('find');
  const apple = isApple(navigator.platform);
  return (
    <dl className="flex shrink-0 gap-5 border-t border-line px-4 py-2 text-[13px] text-muted max-sm:hidden pointer-coarse:hidden">
      {KEYS.map(({ name, keys }) => (
        <div key={name} className="flex flex-row-reverse gap-1.5">
          <dt>{t(`keys.${name}`)}</dt>
          <dd>
            <kbd translate="no" className="font-sans text-ink">
              {shortcutLabel(keys, apple)}
            </kbd>
          </dd>
        </div>
      ))}
    </dl>
  );
}
