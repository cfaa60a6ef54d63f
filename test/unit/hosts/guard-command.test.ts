/** The process that restarts the app after its end: on Windows, its shell gets every word quoted correctly. */
import { expect, test } from 'vitest';
import { guardCommand } from '../../../main/hosts/electron/guard-command.ts';

const PROGRAM = 'C:\\Program Files\\Tillbridge\\Tillbridge.exe';

test('the command to restart is in an environment variable, each word quoted for Windows', () => {
  const { env } = guardCommand('win32', [PROGRAM, '--data-dir', 'D:\\100% & (more)!\\', 'say "so"'], 0.5);
  expect(env).toEqual({
    TILLBRIDGE_AGAIN: '"C:\\Program Files\\Tillbridge\\Tillbridge.exe" "--data-dir" "D:\\100% & (more)!\\\\" "say \\"so\\""',
    TILLBRIDGE_WAIT: '2',
  });
});

test('every special character of the shell is quoted', () => {
  const { args, detached } = guardCommand('win32', [PROGRAM], 1);
  const line = args.at(-1) ?? '';
  // Inside open quotes & and > are plain characters; the outer shell strips the first and last quote.
  const inner = line.slice(1, -1);
  let open = false;
  for (const sign of inner) {
    if (sign === '"') open = !open;
    else if ('&>|'.includes(sign)) expect(open, inner).toBe(true);
  }
  expect(line).not.toContain(PROGRAM);
  expect(detached).toBe(false);
});

test('on other systems the shell takes the words unchanged', () => {
  expect(guardCommand('linux', ['/opt/Tillbridge/tillbridge', '--data-dir', '/data'], 0.5).args.slice(2)).toEqual([
    'sh',
    '0.5',
    '/opt/Tillbridge/tillbridge',
    '--data-dir',
    '/data',
  ]);
});
