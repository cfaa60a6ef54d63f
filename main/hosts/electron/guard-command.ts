/** The shell commands that wait for the app's end and restart it, per operating system. */

export interface GuardCommand {
  file: string;
  args: string[];
  /** Beside the environment of the app. */
  env: Record<string, string>;
  /** Whether it is to outlive the app by itself; on Windows it sees to that. */
  detached: boolean;
}

/**
 * Its input ends when this process does, however that ends. The last line that came is how the next start counts, or that there is to be
 * none. It keeps no file of the app open and takes about a megabyte.
 */
const WHEN_THIS_ONE_DIED =
  'while read -r line; do said=$line; done; [ "$said" = ends ] && exit 0; sleep "$1"; shift; exec "$@" "--after-crashes=$said" </dev/null';
/**
 * The same for the shell of Windows, about 5 MB. What is to be started stands in the environment: there no sign of a folder's name is read
 * as one of the shell's. `more` ends with its input, and each of its lines takes the place of the one before.
 */
const WHEN_THIS_ONE_DIED_ON_WINDOWS = [
  `for /f "delims=" %l in ('more') do set "said=%l"`,
  'if not "!said!"=="ends" (ping -n !TILLBRIDGE_WAIT! 127.0.0.1 >nul & start "" /b !TILLBRIDGE_AGAIN! "--after-crashes=!said!")',
].join(' & ');

/** `command`: what is started again, after so many seconds. */
export function guardCommand(platform: NodeJS.Platform, command: readonly string[], seconds: number): GuardCommand {
  if (platform !== 'win32')
    return { file: '/bin/sh', args: ['-c', WHEN_THIS_ONE_DIED, 'sh', String(seconds), ...command], env: {}, detached: true };
  // A child of this process ends with it, and one that is detached would open a window for each program that it starts: the child of a
  // hidden child does neither.
  const args = ['/d', '/s', '/c', `"start "" /b cmd.exe /d /v:on /s /c "${WHEN_THIS_ONE_DIED_ON_WINDOWS}""`];
  // The first ping is at once.
  const env = { TILLBRIDGE_AGAIN: command.map(quotedForWindows).join(' '), TILLBRIDGE_WAIT: String(Math.ceil(seconds) + 1) };
  return { file: process.env.comspec ?? 'cmd.exe', args, env, detached: false };
}

/** As programs of Windows read their words again (CommandLineToArgvW): backslashes count only before a quotation mark. */
function quotedForWindows(word: string): string {
  return `"${word.replace(/(\\*)"/g, '$1$1\\"').replace(/\\+$/, '$&$&')}"`;
}
