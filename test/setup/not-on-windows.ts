/** Skips a test on Windows and says what of it only other systems have. */
export function notOnWindows(skip: (why: string) => never, why: string): void {
  if (process.platform === 'win32') skip(why);
}
