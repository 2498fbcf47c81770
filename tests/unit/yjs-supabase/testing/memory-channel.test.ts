import { openMemoryRealtime } from '../../../../src/yjs-supabase/src/testing/memory-channel.ts';
import { describeChannelContract } from '../../../../src/yjs-supabase/src/testing/channel-contract.ts';

describeChannelContract('memory', () => {
  const realtime = openMemoryRealtime();
  const mayJoin = (topic: string) => topic !== 'closed';
  return Promise.resolve({
    ann: realtime.opener({ mayJoin }),
    ben: realtime.opener({ mayJoin }),
    topic: 'room',
    presenceTopic: 'people',
    closedTopic: 'closed',
    settle: () => {
      realtime.settle();
      return Promise.resolve();
    },
    announce: (topic, event, payload) => {
      realtime.announce(topic, event, payload);
      return Promise.resolve();
    },
    close: () => Promise.resolve(),
  });
});
