import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorCodeOf } from '../data/api-error.ts';
import { foldersQuery, refreshFolders, setFolderTemplate, type Folder } from '../data/folders.ts';
import { compareNames } from '../i18n/names.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { Dialog } from '../ui/dialog.tsx';
import { showToast } from '../ui/toast.tsx';
import { FolderPlace } from './folder-place.tsx';

interface OfferDialogProps {
  readonly documentId: string;
  readonly title: string;
  readonly onClose: () => void;
}

/** In which folders a template is offered first. */
export function OfferDialog({ documentId, title, onClose }: OfferDialogProps) {
  const { t } = useTranslation(['documentList', 'common', 'errors']);
  const { language } = useLanguage();
  const client = useQueryClient();
  const { data = [] } = useQuery(foldersQuery());
  const compare = compareNames(language);
  const folders = data.toSorted((one, other) => compare(one.name, other.name));
  const offer = useMutation({
    mutationFn: ({ id, templateId }: Folder) => setFolderTemplate(id, templateId),
    onMutate: (changed) =>
      client.setQueryData(foldersQuery().queryKey, (all) =>
        all?.map((one) => (one.id === changed.id ? changed : one)),
      ),
    onError: (error) =>
      showToast.error(`${t('documentList:changeFailed', { title })}. ${t(`errors:${errorCodeOf(error)}`)}`),
    onSettled: () => refreshFolders(client),
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('documentList:template.offerTitle', { title })}
      description={t(`documentList:template.${folders.length > 0 ? 'offerText' : 'offerNowhere'}`)}
      closeLabel={t('common:close')}
    >
      {folders.length > 0 && (
        <ul
          aria-label={t('documentList:folders.title')}
          className="-mx-2 mt-4 max-h-[44vh] overflow-y-auto px-0.5 py-1"
        >
          {folders.map((folder) => (
            <FolderPlace
              key={folder.id}
              name={folder.name}
              lang=""
              isToggle
              isChosen={folder.templateId === documentId}
              onChoose={() =>
                offer.mutate({ ...folder, templateId: folder.templateId === documentId ? null : documentId })
              }
            />
          ))}
        </ul>
      )}
    </Dialog>
  );
}
