/** Checks folder paths entered by people: absolute, and reachable for other programs. Pure. */

export function isFullPath(path: string): boolean {
  return /^(\/|[A-Za-z]:[\\/]|\\\\)/.test(path.trim());
}

/** Windows' legacy device names, reserved in every folder and with every extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;
const LONGEST_NAME = 255;

/** False for Windows paths with a reserved name, or a name ending in a dot or space, which most programs strip. */
export function isReachableOnWindows(path: string): boolean {
  if (!/^([A-Za-z]:[\\/]|\\\\)/.test(path.trim())) return true;
  const names = path
    .trim()
    .replace(/^[A-Za-z]:/, '')
    .split(/[\\/]/);
  return names.every((name) => name.length <= LONGEST_NAME && !DEVICE.test(name) && (name === '.' || name === '..' || !/[. ]$/.test(name)));
}
