import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { message } from '../../../contract/message.ts';
import { checkDevice } from '../../../main/printing/transports/device-kind.ts';
import { devicePath, queueName, sharePath } from '../../../main/printing/transports/device-name.ts';
import { printOnDevice } from '../../../main/printing/transports/device-printer.ts';
import { printOnShare } from '../../../main/printing/transports/system-printer.ts';
import { testFolder } from '../../setup/parts.ts';

describe('a device on Windows', () => {
  it.each([
    ['COM3', '\\\\.\\COM3'],
    ['com12:', '\\\\.\\COM12'],
    ['LPT1', '\\\\.\\LPT1'],
    ['\\\\.\\COM4', '\\\\.\\COM4'],
    [
      '\\\\?\\usb#vid_04b8&pid_0e15#581234#{28d78fad-5a12-11d1-ae5b-0000f803a8c2}',
      '\\\\?\\usb#vid_04b8&pid_0e15#581234#{28d78fad-5a12-11d1-ae5b-0000f803a8c2}',
    ],
  ])('%s is opened as %s', (given, path) => {
    expect(devicePath(given, 'win32')).toEqual({ path });
  });

  it.each([
    ...['C:\\Users\\till\\orders.xlsx', 'orders.txt', '..\\orders.txt', '\\\\server\\share\\file', '/dev/usb/lp0'],
    ...['\\\\.\\PhysicalDrive0', '\\\\.\\C:', '\\\\.\\pipe\\x', '\\\\.\\USB001\\..\\x', '\\\\?\\usb#..\\..\\x'],
    ...['COM0', 'COM1.txt', 'COM1\\..\\x', 'NUL', 'CON', '', ' COM1', 'COM1\0'],
  ])('%j is refused with a hint to enter a port name', (given) => {
    expect(devicePath(given, 'win32')).toEqual({
      text: { code: 'printer.notDevice', values: { name: expect.stringMatching(/^".*"$/) } },
      hint: { code: 'printer.enterPortName' },
    });
  });
});

describe('a device on Linux and macOS', () => {
  it.each(['/dev/usb/lp0', '/dev/serial/by-id/usb-EPSON_TM-T20-if00', '/dev/cu.usbserial-1420'])('%s is opened unchanged', (path) => {
    expect(devicePath(path, 'linux')).toEqual({ path });
    expect(devicePath(path, 'darwin')).toEqual({ path });
  });

  it.each(['lp0', '../lp0', '/dev/../etc/passwd', '', '~/lp0', '/dev/lp0\0x', '/dev/lp\n0', `/dev/${'x'.repeat(400)}`, 'COM1'])(
    '%j is refused',
    (given) => {
      expect(devicePath(given, 'linux')).toHaveProperty('text');
    },
  );
});

describe('the name of a system printer', () => {
  it.each(['kitchen', 'EPSON_TM-T20II', 'Küche', 'printer.2', 'Брат_HL'])('%s is accepted', (name) => {
    expect(queueName(name, 'linux')).toEqual({ name });
    expect(queueName(name, 'win32')).toEqual({ name });
  });

  it('may have spaces and brackets on Windows, where its path is \\\\localhost and the name', () => {
    expect(queueName('EPSON TM-T20 Receipt (Copy 1)', 'win32')).toEqual({ name: 'EPSON TM-T20 Receipt (Copy 1)' });
    expect(sharePath('Kitchen')).toBe('\\\\localhost\\Kitchen');
  });

  it.each(['-h', '--', '-oraw', '.', '..', 'a/b', 'a\\b', 'a b\n', 'a|b', 'a"b', 'a%b%', 'a;b', '$(a)', '`a`', '', ' a', 'x'.repeat(240)])(
    '%j is refused everywhere',
    (given) => {
      for (const platform of ['linux', 'darwin', 'win32'] as const) expect(queueName(given, platform)).toHaveProperty('text');
    },
  );

  it.each(['NUL', 'con', 'COM1', 'pipe', 'IPC', 'nul.txt', 'kitchen ', 'kitchen.'])("%j isn't a shared printer of Windows", (given) => {
    expect(queueName(given, 'win32')).toHaveProperty('text');
  });
});

describe('the file that a device or share name leads to', () => {
  // On Windows, paths are refused earlier.
  it.skipIf(process.platform === 'win32')(
    "is refused if it's a plain file, a link to one, a folder or a device such as /dev/null",
    async () => {
      const folder = testFolder();
      const file = join(folder, 'file');
      writeFileSync(file, 'kept');
      symlinkSync(file, join(folder, 'link'));
      expect(await checkDevice(join(folder, 'unplugged'))).toBeNull();
      for (const path of [file, join(folder, 'link')]) expect((await checkDevice(path))?.text).toEqual(message('printer.isFile', { path }));
      expect((await checkDevice(folder))?.text).toEqual(message('printer.isFolder', { path: folder }));
      for (const path of ['/dev/null', '/dev/zero', '/dev/full', '/dev/random'])
        expect((await checkDevice(path))?.text).toEqual(message('printer.notPrinter', { path }));
    },
  );

  it.skipIf(process.platform === 'win32')("gets no byte if it's a plain file, and the failure says so", async () => {
    const file = join(testFolder(), 'file');
    writeFileSync(file, 'kept');
    const result = await printOnDevice(file, Buffer.from('paper'));
    expect(result).toMatchObject({
      outcome: 'failed',
      nothingPrinted: true,
      code: 'not-a-printer',
      text: { code: 'printer.isFile', values: { path: file } },
    });
    expect(readFileSync(file, 'utf8')).toBe('kept');
  });

  it("gets no byte if the share doesn't exist", async () => {
    expect(await printOnShare(join(testFolder(), 'no', 'such'), 'kitchen', Buffer.from('x'), 300)).toMatchObject({
      outcome: 'failed',
      nothingPrinted: true,
    });
  });
});
