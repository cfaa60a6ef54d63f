/** The desktop app as a station: its link, and the certificates it accepts. */

import type { X509Certificate } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { makeAuthority, makeServerCertificate } from '../../../main/hosts/displays/authority/certificates.ts';
import { readOptions } from '../../../main/hosts/electron/options.ts';
import { isOfCounter, readAuthority } from '../../../main/hosts/electron/station/counter-certificate.ts';

const NOW = Date.UTC(2026, 10, 20);
const HOST = '127.0.0.1';
const CODE = '0123-4567-89ab-cdef';
const venue = makeAuthority(NOW);
const stranger = makeAuthority(NOW);
const printOf = (certificate: X509Certificate): string => certificate.fingerprint256.replaceAll(':', '').toLowerCase();

/** A TLS server with this certificate; its origin, and what it was sent. */
async function counter({ cert, key }: { cert: Buffer; key: Buffer }) {
  let heard = '';
  const server = createServer({ cert, key }, (socket) => socket.on('data', (bytes) => (heard += bytes)).on('error', () => undefined));
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
  onTestFinished(() => void server.close());
  return { origin: `https://${HOST}:${(server.address() as AddressInfo).port}`, heard: () => heard };
}

test('a station reads the authority with the fingerprint of its link, and sends nothing before', async () => {
  const { origin, heard } = await counter(makeServerCertificate(venue, [HOST], NOW));
  expect(printOf(await readAuthority(origin, printOf(venue.certificate)))).toBe(printOf(venue.certificate));
  await expect(readAuthority(origin, printOf(stranger.certificate))).rejects.toThrow('another computer');
  expect(heard()).toBe('');
});

test("a station accepts only a certificate that the venue's authority signed for that address", () => {
  const shown = (authority: typeof venue, address: string): string => makeServerCertificate(authority, [address], NOW).cert.toString();
  expect(isOfCounter(shown(venue, HOST), HOST, venue.certificate)).toBe(true);
  expect(isOfCounter(shown(venue, '192.168.1.9'), HOST, venue.certificate)).toBe(false);
  expect(isOfCounter(shown(stranger, HOST), HOST, venue.certificate)).toBe(false);
  expect(isOfCounter('', HOST, venue.certificate)).toBe(false);
});

test('--station takes the whole link of Settings, and refuses a part of it', () => {
  const link = `https://192.168.1.5:8743/?authority=${printOf(venue.certificate)}#${CODE}`;
  expect(readOptions(['--station', link]).station).toEqual({
    origin: 'https://192.168.1.5:8743',
    authority: printOf(venue.certificate),
    code: CODE.replaceAll('-', ''),
  });
  expect(readOptions(['--no-station']).station).toBe('leave');
  expect(readOptions([]).station).toBeNull();
  for (const part of [link.replace('https', 'http'), link.split('#')[0], link.replace('authority', 'other'), CODE])
    expect(() => readOptions(['--station', part ?? ''])).toThrow(/link/);
});
