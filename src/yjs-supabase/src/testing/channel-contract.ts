/** The contract of `RealtimeChannel`, tested for every implementation. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChannelEvent, OpenChannel, RealtimeChannel } from '../ports/channel.ts';

export interface ChannelHarness {
  /** Openers for two users who may join and send on `topic`, and read and track on `presenceTopic`. */
  readonly ann: OpenChannel;
  readonly ben: OpenChannel;
  readonly topic: string;
  readonly presenceTopic: string;
  /** A topic that no user may join. */
  readonly closedTopic: string;
  /** Delivers messages in flight. */
  settle(): Promise<void>;
  /** Sends a message as the server. */
  announce(topic: string, event: string, payload: unknown): Promise<void>;
  close(): Promise<void>;
}

interface Listener {
  readonly channel: RealtimeChannel;
  readonly events: ChannelEvent[];
  readonly kinds: () => string[];
}

function listen(open: OpenChannel, topic: string, presenceKey?: string): Listener {
  const events: ChannelEvent[] = [];
  let isOpening = true;
  const channel = open({
    topic,
    ...(presenceKey === undefined ? {} : { presenceKey }),
    onEvent: (event) => {
      expect(isOpening, 'no event is emitted before `openChannel` has returned').toBe(false);
      events.push(event);
    },
  });
  isOpening = false;
  return { channel, events, kinds: () => events.map((event) => event.kind) };
}

async function waitFor(harness: ChannelHarness, isTrue: () => boolean): Promise<void> {
  for (let tries = 0; tries < 200 && !isTrue(); tries += 1) await harness.settle();
  expect(isTrue()).toBe(true);
}

const bytesOf = (listener: Listener): number[][] =>
  listener.events.flatMap((event) => (event.kind === 'bytes' ? [[...event.bytes]] : []));

export function describeChannelContract(name: string, openHarness: () => Promise<ChannelHarness>): void {
  describe(`${name} fulfils the contract of a channel`, () => {
    let harness: ChannelHarness;
    beforeAll(async () => {
      harness = await openHarness();
    });
    afterAll(() => harness.close());

    async function join(open: OpenChannel, topic: string, presenceKey?: string): Promise<Listener> {
      const listener = listen(open, topic, presenceKey);
      await waitFor(harness, () => listener.kinds().includes('joined'));
      return listener;
    }

    test('bytes arrive unchanged, at peers only', async () => {
      const [ann, ben] = [await join(harness.ann, harness.topic), await join(harness.ben, harness.topic)];
      const whole = Uint8Array.from({ length: 300 }, (_, at) => at % 256);
      // A view on a part of a buffer: exactly that part is sent, and later changes of the buffer do not matter.
      const part = whole.subarray(250, 260);
      ann.channel.send('u', part);
      const sent = [...part];
      whole.fill(7);
      await waitFor(harness, () => bytesOf(ben).length === 1);
      expect(bytesOf(ben)).toEqual([sent]);
      expect(bytesOf(ann)).toEqual([]);
      ann.channel.close();
      ben.channel.close();
      await harness.settle();
    });

    test('nothing is sent before joining and after closing', async () => {
      const ben = await join(harness.ben, harness.topic);
      const ann = listen(harness.ann, harness.topic);
      ann.channel.send('u', new Uint8Array([1]));
      await waitFor(harness, () => ann.kinds().includes('joined'));
      ann.channel.send('u', new Uint8Array([2]));
      await waitFor(harness, () => bytesOf(ben).length > 0);
      ann.channel.close();
      ann.channel.send('u', new Uint8Array([3]));
      ann.channel.close();
      for (let rounds = 0; rounds < 5; rounds += 1) await harness.settle();
      expect(bytesOf(ben)).toEqual([[2]]);
      ben.channel.close();
      await harness.settle();
    });

    test('a closed channel emits nothing more, and its topic can be opened again', async () => {
      const ann = await join(harness.ann, harness.topic);
      ann.channel.close();
      const before = ann.events.length;
      const again = await join(harness.ann, harness.topic);
      const ben = await join(harness.ben, harness.topic);
      ben.channel.send('u', new Uint8Array([4]));
      await waitFor(harness, () => bytesOf(again).length === 1);
      expect(ann.events).toHaveLength(before);
      expect(again.kinds().filter((kind) => kind === 'joined')).toHaveLength(1);
      again.channel.close();
      ben.channel.close();
      await harness.settle();
    });

    test('a refused channel emits `closed` once, and never `joined`', async () => {
      const ann = listen(harness.ann, harness.closedTopic);
      await waitFor(harness, () => ann.kinds().includes('closed'));
      for (let rounds = 0; rounds < 5; rounds += 1) await harness.settle();
      expect(ann.kinds()).toEqual(['closed']);
    });

    test('presence lists every announced key, without those that left', async () => {
      const ann = await join(harness.ann, harness.presenceTopic, 'key of ann');
      const ben = await join(harness.ben, harness.presenceTopic, 'key of ben');
      const lastKeys = (listener: Listener): string[] => {
        const last = listener.events.findLast((event) => event.kind === 'present');
        return last?.kind === 'present' ? [...last.keys].sort() : [];
      };
      ann.channel.announce();
      await waitFor(harness, () => lastKeys(ben).length === 1);
      expect(lastKeys(ben)).toEqual(['key of ann']);
      ben.channel.announce();
      await waitFor(harness, () => lastKeys(ann).length === 2 && lastKeys(ben).length === 2);
      expect(lastKeys(ann)).toEqual(['key of ann', 'key of ben']);
      ben.channel.close();
      await waitFor(harness, () => lastKeys(ann).length === 1);
      expect(lastKeys(ann)).toEqual(['key of ann']);
      ann.channel.close();
      await harness.settle();
    });

    test('a broadcast of the server arrives as a message', async () => {
      const ann = await join(harness.ann, harness.presenceTopic);
      await harness.announce(harness.presenceTopic, 'head', { head: 7 });
      await waitFor(harness, () => ann.kinds().includes('message'));
      const message = ann.events.find((event) => event.kind === 'message');
      expect(message).toMatchObject({ event: 'head', payload: { head: 7 } });
      ann.channel.close();
      await harness.settle();
    });
  });
}
