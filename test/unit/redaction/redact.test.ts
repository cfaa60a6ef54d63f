/** Redaction removes known secrets in every encoding, and anything with the form of a credential. */

import { describe, expect, test } from 'vitest';
import { secretsFoundIn } from '../../../lab/faults/attacks/data/secrets-found.ts';
import { bareAddress, hide, maskAddress, redact, secretsIn, secretsOfAddress } from '../../../main/redaction/redact.ts';
import fc from '../../setup/property.ts';

const secret = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9+/_.~-]{8,60}$/),
  fc.string({ minLength: 8, maxLength: 40, unit: 'grapheme' }).filter((text) => text.trim().length >= 8 && !/^[\s*]+$/.test(text)),
  fc.stringMatching(/^[a-z]{8,20}$/),
);
const base64 = (text: string) => Buffer.from(text).toString('base64');

const CLOTHINGS: Record<string, (secret: string) => string> = {
  'as it is': (text) => text,
  'in a sentence': (text) => `The till refused "${text}", twice.`,
  'in JSON': (text) => JSON.stringify({ err: { message: `no: ${text}` } }),
  'percent-encoded': (text) => `GET /hook/${encodeURIComponent(text)}/x failed`,
  'in a form': (text) => new URLSearchParams({ grant: 'x', secret: text }).toString(),
  'in base64': (text) => `header: ${base64(text)}`,
  'as a user and password': (text) => `Basic ${base64(`client:${text}`)}`,
  'as a user and password without the word': (text) => `[${base64(`${text}:x`)}]`,
  'in hexadecimal digits': (text) => `bytes ${Buffer.from(text).toString('hex')}`,
};

describe.each(Object.entries(CLOTHINGS))('a known secret %s', (_name, dress) => {
  test('is removed, and a second pass changes nothing', () => {
    fc.assert(
      fc.property(secret, (text) => {
        hide('test', [text]);
        const clean = redact(dress(text));
        expect(secretsFoundIn(clean, { secret: text })).toEqual([]);
        expect(redact(clean)).toBe(clean);
      }),
      { numRuns: 300 },
    );
    hide('test', []);
    hide('test', []);
  });
});

test('an address is redacted without user, password, query, fragment and parts that resemble a key', () => {
  expect(bareAddress('https://till:sesame@till.example.test:8443/api/orders?token=abc#frag')).toBe(
    'https://till.example.test:8443/api/orders?***',
  );
  expect(bareAddress('https://hooks.example.test/services/T024BE7LD/B03/XQ1pZr')).toBe('https://hooks.example.test/services/***/***/***');
  expect(bareAddress('https://zq7f3k9a0b2xk81x.tunnel.example.test/')).toBe('https://***.tunnel.example.test/');
  expect(redact('no answer from http://a:b@10.0.0.7/x?y=zzzz, sorry')).toBe('no answer from http://10.0.0.7/***?*** sorry');
  expect(redact('POST /notify?tok=abcdef failed')).toBe('POST /notify?tok=*** failed');
});

test("credentials that aren't known are removed by their form", () => {
  const jwt = `eyJhbGciOiJIUzI1NiJ9.${base64('{"sub":"x"}')}.c2lnbmF0dXJl`;
  for (const text of [
    `Bearer ${jwt}`,
    jwt,
    'Authorization: Basic dXNlcjpwYXNzd29yZA==',
    '"client_secret":"sesame-open"',
    'password=sesame-open',
  ])
    expect(redact(`x ${text} y`)).not.toMatch(/eyJ|dXNlcjpw|sesame/);
});

test('text without secrets stays unchanged', () => {
  const line =
    '{"level":40,"time":"2026-11-22T04:15:24.286Z","code":"keychain-unreachable","job":12,"kind":"till","msg":"the keychain is waited for"}';
  expect(redact(line)).toBe(line);
  const story = 'order 6b1f0c2d9e4a57318c2ad011 of venue 7c2f: printed kitchen-ticket on Kitchen (proof)';
  expect(redact(story)).toBe(story);
});

test('secrets are found in vault entries of any form', () => {
  expect(secretsIn('plain-secret')).toEqual(['plain-secret']);
  expect(secretsIn('["one-secret","another"]')).toEqual(['one-secret', 'another']);
  expect(secretsIn('entered-for:{"secret":"s3cret","origins":{"auth":"https://a.example"}}')).toEqual(['s3cret']);
  const pair = '{"access_token":"aaaa","refresh_token":"bbbb","expires_at":1,"issued_for":{"auth":"https://a.example","order":null}}';
  expect(secretsIn(pair)).toEqual(['aaaa', 'bbbb']);
  expect(
    secretsIn(
      JSON.stringify({ addresses: { client_id: 'me' }, clientSecret: 'cccc', venueId: 'v', tokens: { name: 'tokens/v', text: pair } }),
    ),
  ).toEqual(['cccc', 'aaaa', 'bbbb']);
});

test("an address's secret parts are masked on screen, and each is removed as a known secret elsewhere", () => {
  const address = 'https://till:sesame@till.example.test/api/K9f3zQ81x/orders?format=json&token=abc#frag';
  expect(maskAddress(address)).toBe('https://till:•••@till.example.test/api/•••/orders?format=json&token=•••#•••');
  expect(secretsOfAddress(address)).toEqual(expect.arrayContaining(['sesame', 'K9f3zQ81x', 'abc', 'frag', base64('till:sesame')]));
  expect(maskAddress('http://127.0.0.1:5000/orders')).toBe('http://127.0.0.1:5000/orders');
  expect(maskAddress('https://0a1b2c3d4e@till.example.test/')).toBe('https://•••@till.example.test/');
});

test('a short secret of any characters is removed only as a whole word', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[!-~]{4,7}$/), (text) => {
      hide('test', [text]);
      expect(redact("The till isn't responding")).toBe("The till isn't responding");
      expect(redact(`key: ${text} !`)).not.toContain(`key: ${text} !`);
    }),
    { examples: [['ope-9x'], ['a/b.c'], ['$&^+'], ['[]{}']], numRuns: 300 },
  );
  hide('test', []);
});
