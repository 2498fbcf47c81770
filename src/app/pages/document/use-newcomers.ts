import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { avatarsQuery } from '../../data/avatars.ts';
import { membersQuery, refreshMembers } from '../../data/members.ts';
import type { Person } from '../../room/people.ts';

/** Refetches members and avatars for a user who is missing there; once per user, as link guests are never members. */
export function useNewcomers(documentId: string, people: readonly Person[]): void {
  const client = useQueryClient();
  const seen = useRef(new Set<string>());
  useEffect(() => {
    const ids = people.map(({ userId }) => userId).filter((id) => !seen.current.has(id));
    for (const id of ids) seen.current.add(id);
    const members = client.getQueryData(membersQuery(documentId).queryKey);
    const memberIds = members && new Set(members.map(({ userId }) => userId));
    if (lacks(memberIds, ids)) void refreshMembers(client, documentId);
    const { queryKey } = avatarsQuery();
    if (lacks(client.getQueryData(queryKey), ids)) void client.invalidateQueries({ queryKey });
  }, [client, documentId, people]);
}

/** Data that is not loaded yet counts as complete. */
const lacks = (known: { has: (id: string) => boolean } | undefined, ids: readonly string[]): boolean =>
  known !== undefined && ids.some((id) => !known.has(id));
