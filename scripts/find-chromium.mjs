/** Finds browsers for the stories: named by variables, installed, or Playwright's. Installs one if there is none. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** Debian's headless build of Chromium, which needs a fifth less processor time. It has no back/forward cache. */
const SHELL = 'chromium-headless-shell';
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** Paths of a full Chromium and of the browser for most stories. Null when none is found and none can be installed. */
export async function findChromium(run) {
  const whole = find() ?? (await install(run));
  const named = process.env.SPOLU_CHROMIUM ? undefined : inPath(SHELL);
  return whole && { whole, shell: process.env.SPOLU_CHROMIUM_SHELL ?? named ?? whole };
}

function find() {
  const named = process.env.SPOLU_CHROMIUM ?? process.env.CHROMIUM_PATH;
  if (named && existsSync(named)) return named;
  const own = chromium.executablePath();
  return NAMES.map(inPath).find(Boolean) ?? [MAC, own].find((path) => existsSync(path)) ?? null;
}

export function inPath(name) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

async function install(run) {
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('No Chromium found: installing it with apt-get…');
    await run('apt-get', ['update', '-qq'], { quiet: true });
    // One by one, because not every Debian has the headless build.
    for (const name of ['chromium', SHELL])
      await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { quiet: true });
    const found = find();
    if (found !== null) return found;
  }
  console.log("No Chromium found: installing Playwright's…");
  await run('npx', ['playwright', 'install', 'chromium']);
  return find();
}
