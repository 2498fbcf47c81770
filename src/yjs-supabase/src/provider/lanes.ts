import type { ChannelEvent, OpenChannel, RealtimeChannel } from '../ports/channel.ts';
import type { Lane } from '../core/events.ts';

const LANE_EVENTS = { upd: 'u', aw: 'a' } as const;

/** The live channels of a provider, one for each lane. */
export interface Lanes {
  /** Replaces the lane's channel; events of the old one are ignored. */
  join(topic: string, round: number, lane: Lane): void;
  send(lane: keyof typeof LANE_EVENTS, bytes: Uint8Array): void;
  /** Adds this session to presence, which `ctl` carries. */
  announce(): void;
  leave(): void;
}

export function openLanes(
  openChannel: OpenChannel,
  presenceKey: string,
  onEvent: (event: ChannelEvent, round: number, lane: Lane) => void,
): Lanes {
  const channels = new Map<Lane, RealtimeChannel>();
  return {
    join: (topic, round, lane) => {
      const channel = openChannel({
        topic,
        ...(lane === 'ctl' ? { presenceKey } : {}),
        onEvent: (event) => {
          if (channels.get(lane) === channel) onEvent(event, round, lane);
        },
      });
      channels.set(lane, channel);
    },
    send: (lane, bytes) => channels.get(lane)?.send(LANE_EVENTS[lane], bytes),
    announce: () => channels.get('ctl')?.announce(),
    leave: () => {
      for (const channel of channels.values()) channel.close();
      channels.clear();
    },
  };
}
