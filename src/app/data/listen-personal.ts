/** Listens to the topic of the signed-in user, and reads again what it says has changed. */
import type { QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { openSupabaseChannels } from '#yjs-supabase';
import { hostClock } from '#yjs-supabase/clock';
import { refreshDocuments, setTold } from './documents.ts';
import { UNTOLD_MS } from './list-polling.ts';
import { meetOnce } from './meet-time-zone.ts';
import { refreshNotifications } from './notifications.ts';
import { LIST_PACE, paced } from './pace.ts';
import { NEWS, PersonalLine, type PersonalPorts, type TabMessage } from './personal-line.ts';
import { getSessionState, subscribeSession } from './session.ts';
import { getSupabase } from './supabase.ts';

const NOTIFICATIONS_PACE = { gapMs: 1000, burst: 10, refillMs: 3000 };

const tabMessage = z.union([
  z.object({ kind: z.literal('news'), news: z.enum(NEWS) }),
  z.object({ kind: z.literal('joined'), isJoined: z.boolean() }),
  z.object({ kind: z.literal('hello') }),
]);

/** While a user is signed in. Call once per page; the returned function ends it. */
export function listenPersonal(client: QueryClient): () => void {
  let userId: string | null = null;
  let stop: (() => void) | null = null;
  const onSession = (): void => {
    const state = getSessionState();
    const next = state.kind === 'signed-in' && !state.needsCode ? state.session.user.id : null;
    if (next === userId) return;
    userId = next;
    stop?.();
    stop = next === null ? null : listenTo(next, client);
    if (next !== null) void meetOnce(next);
  };
  const unsubscribe = subscribeSession(onSession);
  onSession();
  return () => {
    unsubscribe();
    stop?.();
  };
}

function listenTo(userId: string, client: QueryClient): () => void {
  const name = `spolu-user-${userId}`;
  const tabs = new BroadcastChannel(name);
  const isVisible = (): boolean => document.visibilityState === 'visible';
  const refresh = {
    notifications: paced(NOTIFICATIONS_PACE, hostClock, () => void refreshNotifications(client)),
    // A hidden tab reads its list when it returns.
    list: paced(LIST_PACE, hostClock, () => void refreshDocuments(client, isVisible())),
  };
  let isJoined = false;
  const line = new PersonalLine({
    topic: `user:${userId}`,
    clock: hostClock,
    chance: Math.random,
    openChannel: openSupabaseChannels(getSupabase()),
    requestLock: lockOf(name),
    // A BroadcastChannel has no target.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    tell: (message: TabMessage) => tabs.postMessage(message),
    onNews: (news) => refresh[news](),
    onJoined: (joined) => {
      isJoined = joined;
      setTold(joined);
      // The list goes back to its polling, and the lists of a server that went away do not all at once.
      if (!joined)
        hostClock.startTimer(Math.random() * UNTOLD_MS, () => {
          if (!isJoined) refresh.list();
        });
    },
  });
  tabs.addEventListener('message', ({ data }) => {
    const message = tabMessage.safeParse(data);
    if (message.success) line.hear(message.data);
  });
  const onVisibility = (): void => (isVisible() ? line.shown() : line.hidden());
  // A page with a lock or an open line would not be kept for *Back*.
  const onLeave = (): void => line.leave();
  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('pageshow', onVisibility);
  window.addEventListener('pagehide', onLeave);
  onVisibility();
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('pageshow', onVisibility);
    window.removeEventListener('pagehide', onLeave);
    line.leave();
    tabs.close();
  };
}

/** Without Web Locks (plain http), each tab has its own. */
function lockOf(name: string): PersonalPorts['requestLock'] {
  return (onHeld) => {
    const given = new AbortController();
    if (!('locks' in navigator)) {
      queueMicrotask(() => given.signal.aborted || onHeld());
      return () => given.abort();
    }
    const held = (): Promise<void> =>
      new Promise((release) => {
        if (given.signal.aborted) return release();
        given.signal.addEventListener('abort', () => release());
        onHeld();
      });
    navigator.locks.request(name, { signal: given.signal }, held).catch((error: unknown) => {
      if (!given.signal.aborted) throw error;
    });
    return () => given.abort();
  };
}
