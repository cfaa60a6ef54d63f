/** What waits for the app's end on Windows: the shell gets the words as they must stand, whatever a folder is called. */
import { expect, test } from 'vitest';
import { guardCommand } from '../../../main/hosts/electron/guard-command.ts';

const PROGRAM = 'C:\\Program Files\\Tillbridge\\Tillbridge.exe';

test('what is started again stands in the environment, each word quoted as Windows reads it', () => {
  const { env } = guardCommand('win32', [PROGRAM, '--data-dir', 'D:\\100% & (more)!\\', 'say "so"'], 0.5);
  expect(env).toEqual({
    TILLBRIDGE_AGAIN: '"C:\\Program Files\\Tillbridge\\Tillbridge.exe" "--data-dir" "D:\\100% & (more)!\\\\" "say \\"so\\""',
    TILLBRIDGE_WAIT: '2',
  });
});

test('every sign of the shell stands where its outer part does not read it', () => {
  const { args, detached } = guardCommand('win32', [PROGRAM], 1);
  const line = args.at(-1) ?? '';
  // Between quotation marks that are open, & and > are letters; the outer shell takes the first and the last one away before.
  const inner = line.slice(1, -1);
  let open = false;
  for (const sign of inner) {
    if (sign === '"') open = !open;
    else if ('&>|'.includes(sign)) expect(open, inner).toBe(true);
  }
  expect(line).not.toContain(PROGRAM);
  expect(detached).toBe(false);
});

test('elsewhere it is a shell that takes the words as they are', () => {
  expect(guardCommand('linux', ['/opt/Tillbridge/tillbridge', '--data-dir', '/data'], 0.5).args.slice(2)).toEqual([
    'sh',
    '0.5',
    '/opt/Tillbridge/tillbridge',
    '--data-dir',
    '/data',
  ]);
});
