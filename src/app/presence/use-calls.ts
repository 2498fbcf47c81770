import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { mayWrite } from '#contract/roles.ts';
import { membersQuery } from '../data/members.ts';
import type { Company } from '../room/company/company.ts';
import type { TextPlace } from '../room/company/notices.ts';
import type { Person } from '../room/people.ts';
import { showToast } from '../ui/toast.tsx';
import { showWayBack } from '../ui/way-back.ts';

const OFFERED_MS = 10_000;
const FRESH_MS = 60_000;

/** Offers to go where an owner or editor asks everyone to come. */
export function useCalls(
  { gathering, places }: Company,
  documentId: string,
  people: readonly Person[],
): void {
  const { t } = useTranslation('latePresence');
  const client = useQueryClient();
  useEffect(() => {
    const mayCall = async (userId: string): Promise<boolean> => {
      const members = await client.fetchQuery({ ...membersQuery(documentId), staleTime: FRESH_MS });
      const role = members.find((member) => member.userId === userId)?.role;
      return role !== undefined && mayWrite(role);
    };
    const offer = (name: string, place: TextPlace): void => {
      const go = (): void => {
        const back = places.goTo(place);
        if (back) showWayBack({ back, text: t('went', { name }), label: t('back') });
      };
      const actions = [{ label: t('goThere'), onPress: go }];
      showToast.plain(t('called', { name }), { id: 'gather', durationMs: OFFERED_MS, actions });
    };
    gathering.takeCalls((userId, place) => {
      const name = people.find((person) => person.userId === userId)?.name;
      if (name === undefined) return;
      mayCall(userId).then(
        (may) => (may ? offer(name, place) : undefined),
        // If the server cannot confirm the right, no offer is shown.
        () => undefined,
      );
    });
  }, [gathering, places, documentId, people, client, t]);
}
