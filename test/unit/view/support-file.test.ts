/** Settings in the support file: every typed text is left out, also in settings added later. */
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { Settings } from '../../../contract/settings/settings.ts';
import { fill } from '../../../lab/faults/attacks/data/filled.ts';
import { settingsForSupport, typedTexts } from '../../../main/monitor/support/settings-for-support.ts';

const KINDS: Record<string, (count: number) => string> = {
  'letters and digits': (count) => `Zq${(count * 7_919 + 1_000_003).toString(36)}x9K`,
  'a word': (count) => `zq${[...String(count).padStart(4, '0')].map((digit) => 'horsebatry'[Number(digit)]).join('')}staple`,
  'with signs': (count) => `Zq ${count}/"ü"%&=+:@ ${count * 31}`,
  digits: (count) => String(7_000_000 + count * 13),
};

describe.each(Object.entries(KINDS))('secrets of %s', (_kind, secretOf) => {
  test.each([0, 1, 2])("in every text of the settings (form %i) aren't in the support file", (variant) => {
    let count = 0;
    const filled = fill(Settings, {
      variant,
      secret: () => {
        count += 1;
        return secretOf(count);
      },
    });
    expect(filled.placed.length).toBeGreaterThan(30);
    const settings = filled.value as Settings;
    const text = JSON.stringify(settingsForSupport(settings, []));
    const found = filled.placed.filter(({ secret }) => text.toLowerCase().includes(JSON.stringify(secret).slice(1, -1).toLowerCase()));
    expect(found).toEqual([]);
    // All typed texts are known, so they are removed from the file's other parts.
    const typed = typedTexts(settings, []).map((one) => one.text);
    expect(filled.placed.filter(({ secret }) => !typed.some((one) => one.includes(secret.trim()) || secret.includes(one)))).toEqual([]);
  });
});

test("settings that weren't typed as free text are in the support file", () => {
  const settings = v.parse(Settings, {
    service: { auth_url: 'https://auth.example.test/v2/oauth2', environment: 'development' },
    printers: [{ id: 'kitchen', name: 'Kitchen', host: '192.0.2.20' }],
    pos: { kind: 'http', url: 'https://till:sesame@till.example.test/api/orders?key=abc' },
  });
  expect(settingsForSupport(settings, [])).toMatchObject({
    service: { environment: 'development', auth_url: 'https://auth.example.test/v2/oauth2', order_base_url: null, refund_unit: 'minor' },
    receiver: { host: '127.0.0.1', port: 8741, path: '/notifications' },
    printers: [{ id: '(7 characters)', name: '(7 characters)', host: '192.0.2.20', port: 9100, family: 'epson', code_page: 'PC858_EURO' }],
    pos: { kind: 'http', url: 'https://till.example.test/api/orders?***', plain_http: false },
  });
});
