import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog.tsx';
import { isApple, shortcutLabel } from '../../ui/shortcut-label.ts';
import { listShortcuts } from './list-shortcuts.ts';

interface ShortcutHelpProps {
  readonly canComment?: boolean;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Lists the shortcuts for this platform, in the language of the interface. */
export const ShortcutHelp = (props: ShortcutHelpProps) => (
  <Suspense fallback={null}>
    <Help {...props} />
  </Suspense>
);

function Help({ canComment = false, open, onOpenChange }: ShortcutHelpProps) {
  const { t } = useTranslation(['editor', 'lateEditor', 'common']);
  const { platform } = navigator;
  const apple = isApple(platform);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('editor:shortcuts.title')}
      closeLabel={t('common:close')}
      // The first focusable element is the close button: a key meant for the text must not press it.
      unasked
    >
      {listShortcuts(platform, canComment).map(({ title, shortcuts }) => (
        <section key={title} className="mt-5">
          <h3 className="mb-1 text-[13px] font-medium text-muted">{t(`lateEditor:${title}`)}</h3>
          <dl>
            {shortcuts.map(({ name, keys }) => (
              <div key={name} className="flex justify-between gap-4 border-b border-line py-1.5">
                <dt>{t(name)}</dt>
                <dd className="shrink-0 text-muted">
                  <kbd translate="no" className="font-sans">
                    {shortcutLabel(keys, apple)}
                  </kbd>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
