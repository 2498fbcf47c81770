import { useQuery } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { SignOutDialog } from '../../auth/sign-out-dialog.tsx';
import { useSignOut } from '../../auth/use-sign-out.ts';
import { documentsQuery } from '../../data/documents.ts';
import { documentPath, PATHS, searchState } from '../../data/paths.ts';
import type { SignedInUser } from '../../data/session.ts';
import { useNewDocument } from '../../documents/use-new-document.ts';
import { FindPanel } from '../../find/find-panel.tsx';
import type { Command, FoundHeading, Row } from '../../find/rows.ts';
import type { SearchTexts } from '../../find/use-texts.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { chooseFiles } from '../imports/choose-files.ts';
import { makeCommand } from './command-names.ts';
import { setFinding, useFinding } from './finder-state.ts';
import { passagePath, searchTexts } from './search-texts.ts';
import { useAppCommands } from './use-app-commands.ts';

export interface AppFinderProps {
  readonly user: SignedInUser;
  /** Folder for a new document. */
  readonly folderId?: string | undefined;
  /** Imports files; where the page can. */
  readonly onFiles?: ((files: readonly File[]) => void) | undefined;
  /** Of this page. */
  readonly commands?: readonly Command[];
  readonly openDocument?: {
    readonly id: string;
    readonly headings: readonly FoundHeading[];
    readonly goToHeading: (index: number) => void;
    readonly searchHere: SearchTexts;
    readonly beforeSignOut: () => Promise<boolean>;
  };
}

/** *Find* with all that there is on every page. */
export function AppFinder({ user, folderId, onFiles, commands = [], openDocument }: AppFinderProps) {
  useTranslation(['find', 'documentList']);
  const open = useFinding();
  const { language } = useLanguage();
  const navigate = useNavigate();
  const { data: documents } = useQuery(documentsQuery());
  const signOut = useSignOut(user.id);
  const { create } = useNewDocument({ folderId, onCreated: (id) => void navigate(documentPath(id)) });
  const { first, last } = useAppCommands({
    create,
    signOut: () => void signOut.leave(openDocument?.beforeSignOut),
  });
  const importing = onFiles ? [makeCommand(language, 'importFiles', Upload, () => chooseFiles(onFiles))] : [];
  const onChosen = (row: Row, query: string): void => {
    const path = pathOf(row, query);
    if (path !== null) return void navigate(path);
    if (row.kind === 'person') return void navigate(PATHS.documents, { state: searchState(row.person.name) });
    if (row.kind === 'heading') openDocument?.goToHeading(row.index);
    if (row.kind === 'command') row.command.run();
  };
  return (
    <>
      <FindPanel
        open={open}
        onOpenChange={setFinding}
        findable={{
          documents: documents ?? [],
          openDocumentId: openDocument?.id ?? null,
          headings: openDocument?.headings ?? [],
          commands: [first, ...importing, ...commands, ...last],
          selfId: user.id,
        }}
        searchTexts={searchTexts}
        searchHere={openDocument?.searchHere}
        onChosen={onChosen}
        openInTab={(row, query) => {
          const path = pathOf(row, query);
          if (path !== null) window.open(path, '_blank', 'noopener');
          return path !== null;
        }}
      />
      <SignOutDialog signOut={signOut} />
    </>
  );
}

function pathOf(row: Row, query: string): string | null {
  if (row.kind === 'document') return documentPath(row.document.id);
  return row.kind === 'passage' ? passagePath(row.passage, query) : null;
}
