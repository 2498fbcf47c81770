import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { avatarsQuery } from '../../data/avatars.ts';
import { membersQuery } from '../../data/members.ts';
import { compareNames } from '../../i18n/names.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { MemberDirectory, type OnMention } from './member-directory.ts';

const FRESH_MS = 60_000;

/** The members of one document; empty without a document. */
export function useMemberDirectory(documentId: string | undefined, onMention?: OnMention): MemberDirectory {
  const [directory] = useState(() => new MemberDirectory());
  useEffect(() => directory.listen(onMention), [directory, onMention]);
  const { language } = useLanguage();
  const isWanted = useSyncExternalStore(directory.subscribe, directory.isWanted);
  const enabled = documentId !== undefined && isWanted;
  const { data: avatars } = useQuery({ ...avatarsQuery(), enabled });
  const { data } = useQuery({
    ...membersQuery(documentId ?? ''),
    enabled,
    staleTime: FRESH_MS,
  });
  useEffect(() => {
    const compare = compareNames(language);
    if (!data) return;
    const known = data.map(({ userId, name, color }) => ({
      userId,
      name,
      color,
      picture: avatars?.get(userId),
    }));
    directory.set(known.toSorted((one, other) => compare(one.name, other.name)));
  }, [directory, data, avatars, language]);
  return directory;
}
