import type { Session } from '@supabase/supabase-js';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { RequireSession } from '../auth/require-session.tsx';
import { DocumentsList } from '../documents/documents-list.tsx';
import { NewDocumentButton } from '../documents/new-document-button.tsx';
import { documentPath } from '../paths.ts';
import { AppFrame } from './app-frame.tsx';
import { PageWaiting } from './page-waiting.tsx';
import { usePage } from './use-page.ts';

export function Component() {
  return (
    <RequireSession waiting={<PageWaiting />}>{(session) => <Documents session={session} />}</RequireSession>
  );
}

function Documents({ session }: { readonly session: Session }) {
  const { t } = useTranslation('documents');
  const navigate = useNavigate();
  usePage(t('title'));
  return (
    <AppFrame session={session}>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <h1 tabIndex={-1} className="font-serif text-[30px]/9 font-semibold tracking-[-0.01em]">
          {t('title')}
        </h1>
        <NewDocumentButton onCreated={(documentId) => void navigate(documentPath(documentId))} />
      </div>
      <DocumentsList userId={session.user.id} />
    </AppFrame>
  );
}
