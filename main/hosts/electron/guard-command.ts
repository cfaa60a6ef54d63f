export interface GuardCommand {
  file: string;
  args: string[];
  /** Added to the app's environment. */
  env: Record<string, string>;
  /** Whether it's spawned detached; the Windows command detaches on its own. */
  detached: boolean;
}

/**
 * Its stdin ends with the app, however it dies. The last line is the next start's crash count, or `ends` for no restart. Keeps none of the
 * app's files open; takes about 1 MB.
 */
const WHEN_THIS_ONE_DIED =
  'while read -r line; do said=$line; done; [ "$said" = ends ] && exit 0; sleep "$1"; shift; exec "$@" "--after-crashes=$said" </dev/null';
/**
 * For the Windows shell, about 5 MB. The command is in the environment, so that characters of folder names aren't interpreted. `more` ends
 * with its input; each line replaces the previous.
 */
const WHEN_THIS_ONE_DIED_ON_WINDOWS = [
  `for /f "delims=" %l in ('more') do set "said=%l"`,
  'if not "!said!"=="ends" (ping -n !TILLBRIDGE_WAIT! 127.0.0.1 >nul & start "" /b !TILLBRIDGE_AGAIN! "--after-crashes=!said!")',
].join(' & ');

/** `command`: restarted `seconds` after the app ended. */
export function guardCommand(platform: NodeJS.Platform, command: readonly string[], seconds: number): GuardCommand {
  if (platform !== 'win32')
    return { file: '/bin/sh', args: ['-c', WHEN_THIS_ONE_DIED, 'sh', String(seconds), ...command], env: {}, detached: true };
  // A child ends with this process, and a detached one opens a window per program it starts; a hidden child's child does neither.
  const args = ['/d', '/s', '/c', `"start "" /b cmd.exe /d /v:on /s /c "${WHEN_THIS_ONE_DIED_ON_WINDOWS}""`];
  // One ping more than seconds, as the first one doesn't wait.
  const env = { TILLBRIDGE_AGAIN: command.map(quotedForWindows).join(' '), TILLBRIDGE_WAIT: String(Math.ceil(seconds) + 1) };
  return { file: process.env.comspec ?? 'cmd.exe', args, env, detached: false };
}

/** Quotes for CommandLineToArgvW: backslashes count only before a quotation mark. */
function quotedForWindows(word: string): string {
  return `"${word.replace(/(\\*)"/g, '$1$1\\"').replace(/\\+$/, '$&$&')}"`;
}
