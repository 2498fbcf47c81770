/** A Chromium for the browser tests: the one that is named, installed or Playwright's; else one is installed. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

/** Debian's shell is the same browser without its windows, and takes a fifth less of the machine. */
const SHELL = 'chromium-headless-shell';
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** Path of an executable, or null when there is none and none can be installed. */
export async function findChromium(run) {
  return find() ?? (await install(run));
}

function find() {
  const named = process.env.SPOLU_CHROMIUM ?? process.env.CHROMIUM_PATH;
  if (named && existsSync(named)) return named;
  const folders = (process.env.PATH ?? '').split(delimiter);
  for (const name of NAMES) {
    for (const folder of folders) if (existsSync(join(folder, name))) return join(folder, name);
  }
  if (existsSync(MAC)) return MAC;
  const own = chromium.executablePath();
  return existsSync(own) ? own : null;
}

async function install(run) {
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('No Chromium found: installing the one of this Debian…');
    await run('apt-get', ['update', '-qq'], { quiet: true });
    for (const name of [SHELL, 'chromium']) {
      await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { quiet: true });
      const found = find();
      if (found !== null) return found;
    }
  }
  console.log("No Chromium found: installing Playwright's…");
  await run('npx', ['playwright', 'install', 'chromium']);
  return find();
}
