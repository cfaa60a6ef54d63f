import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readProvisioningFile, takeSettings } from '../../../main/settings/provision.ts';
import { openSettings } from '../../../main/settings/settings.ts';
import { testFolder } from '../../setup/parts.ts';

let dir: string;
beforeEach(() => {
  dir = testFolder();
});

function mistake(text: string): string {
  const file = join(dir, 'venue.json');
  writeFileSync(file, text);
  try {
    readProvisioningFile(file);
  } catch (error) {
    return (error as Error).message.replaceAll(join(dir, '/'), '');
  }
  return 'accepted';
}

describe('a settings file with a mistake is refused with its line and the expected value', () => {
  it.each([
    ['{\n  "receiver": {\n    "port": "8741"\n  }\n}', 'venue.json, line 3: "receiver.port" is "8741". Enter a number.'],
    ['{\n  "receivr": {}\n}', 'venue.json, line 2: "receivr" isn\'t a setting. Check its spelling.'],
    ['{\n  "printers": [\n    { "id": "kitchen", "name": "Kitchen" }\n  ]\n}', 'venue.json, line 3: "printers[0].host" is missing.'],
    ['{\n  "pos": { "kind": "fax" }\n}', 'venue.json, line 2: "pos.kind" is "fax". Choose one of these: ticket-only, hot-folder, http.'],
    [
      '{\n  "service": { "auth_url": "auth.example.test" }\n}',
      'venue.json, line 2: "service.auth_url" is "auth.example.test". Enter an address, such as https://example.test',
    ],
    ['{\n  "service": {\n', "venue.json, line 3: this isn't JSON (close brace expected)."],
    ['', "venue.json, line 1: this isn't JSON (value expected)."],
    [
      '{"secrets":{"webhook_secrets":["short"]}}',
      'venue.json, line 1: "secrets.webhook_secrets[0]" can\'t be used. Use a secret of at least 16 characters (128 bits).',
    ],
  ])('%j', (text, expected) => {
    expect(mistake(text)).toBe(expected);
  });

  it('a missing file is named', () => {
    expect(() => readProvisioningFile(join(dir, 'nothing.json'))).toThrow(/Can't read/);
  });
});

describe('settings', () => {
  it('survive a restart, and never hold a secret', () => {
    const file = join(dir, 'venue.json');
    writeFileSync(file, JSON.stringify({ receiver: { port: 9999 }, secrets: { client_secret: 'hush-hush-hush' } }));
    takeSettings(readProvisioningFile(file), openSettings(dir), dir);
    expect(openSettings(dir).get().receiver.port).toBe(9999);
    expect(readFileSync(join(dir, 'settings.json'), 'utf8')).not.toContain('hush');
  });

  it("an installer's file that a start command still names doesn't undo later changes of staff", () => {
    const file = join(dir, 'venue.json');
    writeFileSync(file, JSON.stringify({ receiver: { port: 9999 } }));
    const keeper = openSettings(dir);
    takeSettings(readProvisioningFile(file), keeper, dir);
    keeper.change((now) => ({ ...now, receiver: { ...now.receiver, port: 7777 } }));
    takeSettings(readProvisioningFile(file), keeper, dir);
    expect(keeper.get().receiver.port).toBe(7777);
    writeFileSync(file, JSON.stringify({ receiver: { port: 5555 } }));
    takeSettings(readProvisioningFile(file), keeper, dir);
    expect(keeper.get().receiver.port).toBe(5555);
  });

  it('a badly edited settings file in the data folder is refused, not replaced', () => {
    const file = join(dir, 'settings.json');
    writeFileSync(file, '{ "receiver": 5 }');
    expect(() => openSettings(dir)).toThrow(/line 1: "receiver" is 5/);
    expect(existsSync(file)).toBe(true);
  });
});
