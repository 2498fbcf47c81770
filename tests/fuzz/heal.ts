/** The end of all faults. */
import { reconnect, reloadEnded, reopen, show, signIn } from './act.ts';
import { createWeather } from './model/weather.ts';
import { thawPage } from './page.ts';
import type { World } from './world.ts';
import { writeSomething } from './write.ts';

/** Ends all faults: connections, disks, functions and lanes work again, and frozen or closed pages are back. */
export function heal(world: World): void {
  Object.assign(world.weather, createWeather());
  for (const device of world.devices) {
    device.disk.isFull = false;
    device.line.deaf = false;
    device.line.refuses = null;
    reconnect(device.line, device.pages, device.dice.hits(0.5));
    for (const page of [...device.pages]) thawPage(page, device.dice.hits(0.7));
    signIn(world, device);
    show(device);
    reloadEnded(world, device);
    reopen(world, device);
    const page = device.pages[0];
    if (page) world.drain(device, page);
    // Pages that detect the new version only now are reloaded.
    for (const atMs of [9000, 18_000])
      world.schedule.after(atMs, () => reloadEnded(world, device, 'upgrade_required'));
  }
  if (world.plan.decay) writeLast(world);
}

/** Writes once more: documents are compared once per snapshot, and a new snapshot needs a new change. */
function writeLast(world: World): void {
  world.schedule.after(10_000, () => {
    const page = world.devices[0]?.pages[0];
    if (page) writeSomething(world, page);
  });
}
