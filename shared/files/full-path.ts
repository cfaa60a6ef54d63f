/** Checks folder paths entered by people: absolute, and reachable for other programs. Pure. */

export function isFullPath(path: string): boolean {
  return /^(\/|[A-Za-z]:[\\/]|\\\\)/.test(path.trim());
}

/** Legacy device names, reserved in every folder and with every extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;
const LONGEST_NAME = 255;

/** Most Windows programs strip a trailing dot or space from names. Other paths pass. */
export function isReachableOnWindows(path: string): boolean {
  if (!/^([A-Za-z]:[\\/]|\\\\)/.test(path.trim())) return true;
  const names = path
    .trim()
    .replace(/^[A-Za-z]:/, '')
    .split(/[\\/]/);
  return names.every((name) => name.length <= LONGEST_NAME && !DEVICE.test(name) && (name === '.' || name === '..' || !/[. ]$/.test(name)));
}
