/** The venue's certificate authority speaks for private addresses alone. Checked by Node's own TLS. */
import { createPrivateKey, sign, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:tls';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import { Certificate, GeneralName, id_ce_subjectAltName, SubjectAlternativeName } from '@peculiar/asn1-x509';
import { expect, test } from 'vitest';
import { openAuthority } from '../../../main/hosts/displays/authority/authority.ts';
import { makeAuthority, makeServerCertificate, NO_ONES_NAME, readAuthority } from '../../../main/hosts/displays/authority/certificates.ts';
import { addressForTablets, isPrivateAddress } from '../../../main/hosts/displays/authority/private-networks.ts';

const DAY_MS = 24 * 3_600_000;
const NOW = Date.now();
const authority = makeAuthority(NOW);

/** Why a client that trusts only the authority refuses this certificate for that name; null if it doesn't. */
async function refusalOf({ cert, key }: { cert: Buffer; key: Buffer }, host = '127.0.0.1'): Promise<string | null> {
  const server = createServer({ cert, key }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ca = authority.certificate.toString();
  const socket = connect({ host: '127.0.0.1', port, ca, rejectUnauthorized: false, checkServerIdentity: () => undefined });
  await once(socket, 'secureConnect');
  const named = new X509Certificate(cert);
  const isNamed = (/^[\d.:]+$/.test(host) ? named.checkIP(host) : named.checkHost(host)) !== undefined;
  const refusal = socket.authorized ? (isNamed ? null : 'another name') : String(socket.authorizationError);
  socket.destroy();
  server.close();
  return refusal;
}

/** A server certificate by this authority for any name, as its key's thief would make it. */
function certificateFor(name: GeneralName) {
  const { cert, key } = makeServerCertificate(authority, ['127.0.0.1'], NOW);
  const made = AsnConvert.parse(new X509Certificate(cert).raw, Certificate);
  for (const extension of made.tbsCertificate.extensions ?? [])
    if (extension.extnID === id_ce_subjectAltName)
      extension.extnValue = new OctetString(AsnConvert.serialize(new SubjectAlternativeName([name])));
  delete made.tbsCertificateRaw;
  const signature = sign('sha256', Buffer.from(AsnConvert.serialize(made.tbsCertificate)), authority.key);
  made.signatureValue = new Uint8Array(signature).buffer;
  return { cert: Buffer.from(new X509Certificate(Buffer.from(AsnConvert.serialize(made))).toString()), key };
}

test('a certificate for private addresses is accepted at each of them', async () => {
  const addresses = ['10.1.2.3', '172.31.0.9', '192.168.1.5', '169.254.7.7', '127.0.0.1'];
  const made = makeServerCertificate(authority, addresses, NOW);
  for (const address of addresses) expect(await refusalOf(made, address), address).toBe(null);
  expect(await refusalOf(made, '192.168.1.6')).toBe('another name');
});

test.each([
  ['a public name', new GeneralName({ dNSName: 'bank.example' })],
  ['a name in the local network', new GeneralName({ dNSName: 'router.local' })],
  ['a public address', new GeneralName({ iPAddress: '192.0.2.1' })],
  ['an address just outside a private network', new GeneralName({ iPAddress: '172.32.0.1' })],
  ['an IPv6 address', new GeneralName({ iPAddress: '2001:db8::1' })],
])('a certificate for %s by the same key is refused', async (_, name) => {
  // OpenSSL's "permitted subtree violation": Node names few reasons.
  expect(await refusalOf(certificateFor(name))).toBe('UNSPECIFIED');
});

test('the same re-signing with an allowed name is accepted: the names decide', async () => {
  expect(await refusalOf(certificateFor(new GeneralName({ dNSName: NO_ONES_NAME })), NO_ONES_NAME)).toBe(null);
  expect(await refusalOf(certificateFor(new GeneralName({ iPAddress: '10.0.0.1' })), '10.0.0.1')).toBe(null);
});

test("a server's certificate can't sign another one", async () => {
  const inner = makeServerCertificate(authority, ['127.0.0.1'], NOW);
  const below = { certificate: new X509Certificate(inner.cert), key: createPrivateKey(inner.key) };
  const { cert, key } = makeServerCertificate(below, ['127.0.0.1'], NOW);
  expect(await refusalOf({ cert: Buffer.concat([cert, inner.cert]), key })).toBe('UNSPECIFIED');
});

test.each([
  ['now', NOW],
  ['a clock that begins in 1970', 0],
])('certificates are valid for slow clocks, at most 397 days, and never longer than the authority (%s)', (_, now) => {
  const made = makeServerCertificate(authority, ['10.0.0.1'], now);
  expect(made.until - made.from).toBeLessThanOrEqual(397 * DAY_MS);
  const { validFromDate, validToDate } = new X509Certificate(made.cert);
  expect(Math.abs(validFromDate.getTime() - made.from)).toBeLessThan(1_000);
  expect(Math.abs(validToDate.getTime() - made.until)).toBeLessThan(1_000);
  if (now > 0) expect(now - made.from).toBeGreaterThan(3 * DAY_MS);
  expect(made.until).toBeGreaterThan(Date.UTC(2026, 6, 1));
  const end = authority.certificate.validToDate.getTime();
  expect(makeServerCertificate(authority, ['10.0.0.1'], end - DAY_MS).until).toBe(end);
});

test('an authority is made once, kept under one name, and made again only if it is damaged or expired', async () => {
  const kept = new Map<string, string>();
  const vault = {
    get: async (name: string) => kept.get(name) ?? null,
    set: async (name: string, value: string) => void kept.set(name, value),
  };
  const first = await openAuthority(vault, NOW);
  expect([...kept.keys()]).toEqual(['counter/stations-authority']);
  expect((await openAuthority(vault, NOW + 3_000 * DAY_MS)).fingerprint).toBe(first.fingerprint);
  expect((await openAuthority(vault, NOW + 4_000 * DAY_MS)).fingerprint).not.toBe(first.fingerprint);
  const second = await openAuthority(vault, NOW);
  kept.set('counter/stations-authority', '{"certificate":"","key":""}');
  expect((await openAuthority(vault, NOW)).fingerprint).not.toBe(second.fingerprint);
  expect(first.fingerprint).toMatch(/^[0-9A-F]{2}( [0-9A-F]{2}){31}$/);
});

test('a certificate with another key is no authority', () => {
  const certificate = authority.certificate.raw.toString('base64');
  const der = (key: typeof authority.key) => key.export({ type: 'pkcs8', format: 'der' }).toString('base64');
  expect(readAuthority({ certificate, key: der(authority.key) })).not.toBe(null);
  expect(readAuthority({ certificate, key: der(makeAuthority(NOW).key) })).toBe(null);
});

test('tablets get the address in the network, or the loopback one', () => {
  expect(addressForTablets(['127.0.0.1', '192.168.1.5'])).toBe('192.168.1.5');
  expect(addressForTablets([])).toBe('127.0.0.1');
  expect(['10.0.0.1', '172.16.0.1', '172.32.0.1', '100.64.0.1', '8.8.8.8'].filter(isPrivateAddress)).toEqual(['10.0.0.1', '172.16.0.1']);
});
