import { ChevronDown } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/icon-button.tsx';
import { loadLater } from '../../ui/load-later.tsx';
import { useStart, type Starting } from './use-start.ts';

const TemplateMenu = loadLater(() => import('./template-menu.tsx').then((part) => part.TemplateMenu));

/** Beside *New document*, which makes an empty one: what else a document can begin with. */
export function TemplateButton(starting: Starting) {
  const { t } = useTranslation('documentList');
  const making = useStart(starting);
  const button = useRef<HTMLButtonElement>(null);
  const [menu, setMenu] = useState<'never' | 'open' | 'closed'>('never');
  return (
    <>
      <IconButton
        ref={button}
        look="primary"
        label={t('createMore')}
        aria-haspopup="menu"
        aria-expanded={menu === 'open'}
        busy={making.busy !== null}
        icon={making.busy === null && <ChevronDown size={17} aria-hidden="true" />}
        onClick={() => setMenu(menu === 'open' ? 'closed' : 'open')}
      />
      {menu !== 'never' && (
        <Suspense fallback={null}>
          <TemplateMenu
            folder={starting.folder}
            making={making}
            button={button}
            open={menu === 'open'}
            onOpenChange={(open) => setMenu(open ? 'open' : 'closed')}
          />
        </Suspense>
      )}
    </>
  );
}
