/** The browser for tests: any Chromium, Chrome or Edge of this computer. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Debian's Chromium without windows. */
export const HEADLESS_SHELL = '/usr/lib/chromium/chromium-headless-shell';

/** CHROME_PATH, or the first browser in the usual places; null if there is none. */
function findBrowser(): string | null {
  const named = process.env.CHROME_PATH;
  if (named) return existsSync(named) ? named : null;
  return usualPlaces().find((path) => existsSync(path)) ?? null;
}

/** The browser's path; throws with advice if there is none. */
export function chromiumPath(): string {
  const path = findBrowser();
  if (path === null) throw new Error(`${whyNoBrowser()}`);
  return path;
}

/** Why tests can't use a browser; null if they can. */
export function whyNoBrowser(): string | null {
  if (findBrowser() !== null) return null;
  const named = process.env.CHROME_PATH;
  return named
    ? `there is no browser at CHROME_PATH (${named})`
    : 'no Chromium, Chrome or Edge was found; install one or set CHROME_PATH to its program';
}

function usualPlaces(): string[] {
  if (process.platform === 'darwin') {
    const applications = ['/Applications', join(process.env.HOME ?? '', 'Applications')];
    return applications.flatMap((folder) =>
      ['Google Chrome', 'Chromium', 'Microsoft Edge'].map((name) => join(folder, `${name}.app`, 'Contents', 'MacOS', name)),
    );
  }
  if (process.platform === 'win32') {
    const folders = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA].filter((folder) => folder);
    return folders.flatMap((folder) =>
      ['Google\\Chrome\\Application\\chrome.exe', 'Chromium\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'].map(
        (name) => join(`${folder}`, name),
      ),
    );
  }
  return [
    HEADLESS_SHELL,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/google-chrome',
    '/usr/bin/microsoft-edge-stable',
    '/usr/bin/microsoft-edge',
    '/snap/bin/chromium',
  ];
}
