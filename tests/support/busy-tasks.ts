/** How long tasks keep the main thread of a page busy, in Chromium. */
import type { Page } from '@playwright/test';
import { z } from 'zod';

const traced = z.object({
  name: z.string(),
  pid: z.number(),
  tid: z.number(),
  ts: z.number(),
  dur: z.number().default(0),
  tdur: z.number().default(0),
  args: z
    .object({
      name: z.unknown(),
      chrome_mojo_event_info: z.object({ mojo_interface_tag: z.string() }).partial(),
    })
    .partial()
    .default({}),
});
const trace = z.object({ traceEvents: z.array(traced) });
type Traced = z.infer<typeof traced>;

/**
 * Returns a function that ends the measurement and returns the milliseconds of each task. Only time of the processor counts:
 * a task that waits while other programs of the machine run is not a long one. Tasks of the test itself, which reads the page
 * by DevTools, are left out.
 */
export async function watchBusyTasks(page: Page): Promise<() => Promise<readonly number[]>> {
  const browser = page.context().browser()!;
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  return async () => {
    const { traceEvents } = trace.parse(JSON.parse((await browser.stopTracing()).toString()));
    const mains = new Set(traceEvents.filter(isMainThread).map(threadOf));
    const ofPages = traceEvents.filter((event) => mains.has(threadOf(event)));
    const ofTest = ofPages.filter(isOfDevTools);
    const tasks = ofPages.filter(
      (task) =>
        task.name === 'ThreadControllerImpl::RunTask' &&
        !ofTest.some((one) => threadOf(one) === threadOf(task) && isWithin(one, task)),
    );
    if (tasks.length === 0) throw new Error('the trace has no tasks of a page');
    return tasks.map(({ tdur }) => Math.round(tdur / 1000));
  };
}

const threadOf = ({ pid, tid }: Traced): string => `${pid} ${tid}`;

const isMainThread = ({ name, args }: Traced): boolean =>
  name === 'thread_name' && args.name === 'CrRendererMain';

const isOfDevTools = ({ args }: Traced): boolean =>
  args.chrome_mojo_event_info?.mojo_interface_tag === 'blink.mojom.DevToolsSession';

const isWithin = (inner: Traced, outer: Traced): boolean =>
  inner.ts >= outer.ts && inner.ts + inner.dur <= outer.ts + outer.dur;
