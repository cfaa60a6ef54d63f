/** Skips a test on Windows, naming what Windows lacks. */
export function notOnWindows(skip: (why: string) => never, why: string): void {
  if (process.platform === 'win32') skip(why);
}
