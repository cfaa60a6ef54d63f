/** Which folders a person may name: one place, wherever the app was started from, that every program of the system can reach. Pure. */

/** Whether a path names one place, wherever the app was started from. */
export function isFullPath(path: string): boolean {
  return /^(\/|[A-Za-z]:[\\/]|\\\\)/.test(path.trim());
}

/** Devices of old, which Windows finds in every folder and with every ending. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;
const LONGEST_NAME = 255;

/** Whether each name in a path of Windows can be reached by its programs: most cut off a dot or a blank at the end. Other paths may hold any name. */
export function isReachableOnWindows(path: string): boolean {
  if (!/^([A-Za-z]:[\\/]|\\\\)/.test(path.trim())) return true;
  const names = path
    .trim()
    .replace(/^[A-Za-z]:/, '')
    .split(/[\\/]/);
  return names.every((name) => name.length <= LONGEST_NAME && !DEVICE.test(name) && (name === '.' || name === '..' || !/[. ]$/.test(name)));
}
