import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { ThreadComment } from '#contract/comments/thread.ts';
import { avatarsQuery } from '../data/avatars.ts';
import { membersQuery } from '../data/members.ts';
import { serverNow } from '../data/session.ts';
import { useComments } from './comments-context.ts';
import type { Desk, DeskState } from './desk.ts';
import type { Place, ShownThread, ThreadStore } from './types.ts';

export const useThreads = (store: ThreadStore): readonly ShownThread[] =>
  useSyncExternalStore(store.on, store.threads);

export const useDesk = (desk: Desk): DeskState => useSyncExternalStore(desk.on, desk.read);

/** Where a thread stands in the text. */
export function usePlace(thread: ShownThread): Place {
  const { onMoved, placeOf } = useComments();
  return useSyncExternalStore(onMoved, () => placeOf(thread));
}

export interface Face {
  readonly name: string;
  readonly color: string;
  readonly picture: string | undefined;
}

/** For people that are not members: their account is gone, or they came by the link. */
const PLAIN_COLOR = '#5f5f5a';

/** Names and faces by user id; null is a former member. */
export function useFaces(): (user: string | null) => Face {
  const { store, documentId } = useComments();
  const { t } = useTranslation('comments');
  const people = useSyncExternalStore(store.on, store.people);
  const { data: members } = useQuery(membersQuery(documentId));
  const { data: pictures } = useQuery(avatarsQuery());
  return useCallback(
    (user) => {
      const member = members?.find(({ userId }) => userId === user);
      const name = user === null ? undefined : (member?.name ?? people.get(user));
      return {
        name: name ?? t('formerMember'),
        color: member?.color || PLAIN_COLOR,
        picture: user === null ? undefined : pictures?.get(user),
      };
    },
    [members, people, pictures, t],
  );
}

/** Authors of comments. One of a comment that came in a file is no member. */
export function useAuthors(): (comment: Pick<ThreadComment, 'author' | 'file_author'>) => Face {
  const faceOf = useFaces();
  const { t } = useTranslation('comments');
  return useCallback(
    ({ author, file_author: name }) =>
      name === null
        ? faceOf(author)
        : { name: t('fromFile', { name }), color: PLAIN_COLOR, picture: undefined },
    [faceOf, t],
  );
}

const MINUTE_MS = 60_000;

/** The server's time, each minute. */
export function useNow(): Date {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), MINUTE_MS / 2);
    return () => clearInterval(timer);
  }, []);
  return now;
}
