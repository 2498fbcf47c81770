import { useTranslation } from 'react-i18next';
import { showToast } from '../ui/toast.tsx';
import { useComments } from './comments-context.ts';

type State = 'open' | 'resolved';

/** Resolves or reopens a thread. `tells`: a message says so and offers to undo it. */
export function useSetState(tells: boolean): (thread: string, state: State) => void {
  const { store } = useComments();
  const { t } = useTranslation(['comments', 'errors']);
  const set = async (thread: string, state: State, undone: State | null): Promise<void> => {
    const code = await store.setState(thread, state);
    if (code !== null) showToast.error(t(`errors:${code}`));
    else if (undone !== null)
      showToast.plain(t(`comments:changed.${state}`), {
        id: `state-${thread}`,
        actions: [{ label: t('comments:undo'), onPress: () => void set(thread, undone, null) }],
      });
  };
  return (thread, state) => void set(thread, state, tells ? (state === 'open' ? 'resolved' : 'open') : null);
}
