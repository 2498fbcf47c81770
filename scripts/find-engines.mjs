/** Finds Firefox and WebKitGTK for their stories, and a display. Installs what is missing, where that is possible. */
import { existsSync } from 'node:fs';
import { inPath } from './find-chromium.mjs';

const PROGRAMS = [
  { name: 'Firefox', commands: ['firefox-esr', 'firefox'], debian: 'firefox-esr' },
  { name: 'WebKitGTK', commands: ['WebKitWebDriver'], debian: 'webkit2gtk-driver' },
  { name: 'a display', commands: ['Xvfb'], debian: 'xvfb' },
];

/** The path of Firefox, and a sentence about each program that is missing. The others are found by their names. */
export async function findEngines(run) {
  if (PROGRAMS.some(isMissing)) await install(run);
  const missing = PROGRAMS.filter(isMissing).map(
    ({ name, commands, debian }) => `${name}: no ${commands[0]}; it is Debian's package ${debian}`,
  );
  return { firefox: findFirefox(), missing };
}

const isMissing = ({ name, commands }) =>
  name === 'Firefox' ? findFirefox() === undefined : !commands.some(inPath);

function findFirefox() {
  const named = process.env.SPOLU_FIREFOX;
  return named && existsSync(named) ? named : PROGRAMS[0].commands.map(inPath).find(Boolean);
}

async function install(run) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const packages = PROGRAMS.filter(isMissing).map(({ debian }) => debian);
  console.log(`Installing ${packages.join(', ')} with apt-get…`);
  await run('apt-get', ['update', '-qq'], { quiet: true });
  // One by one, because not every distribution has all of them.
  for (const one of packages)
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', one], { quiet: true });
}
