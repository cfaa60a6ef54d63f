/** The relay's own TLS: changed files are reloaded, and commands verify its certificate. */
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { utimesSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { RELAY_PATHS } from '../../../contract/relay/wire.ts';
import { COMMANDS } from '../../../relay/command/commands.ts';
import { testFolder } from '../../setup/parts.ts';
import { openRelay, orderNotification, type RunningRelay, signed, VENUE } from './at-the-relay.ts';
import { CERTIFICATES } from './certificates.ts';

const [first, second] = CERTIFICATES;

function writeFiles(folder: string, { certificate, key }: { certificate: string; key: string }, at: number) {
  const tls = { certificate_file: join(folder, 'relay.crt'), key_file: join(folder, 'relay.key') };
  writeFileSync(tls.certificate_file, certificate);
  writeFileSync(tls.key_file, key);
  // Two writes within one tick of the file system's clock still count as two.
  for (const file of Object.values(tls)) utimesSync(file, at, at);
  return tls;
}

function shownBy(relay: RunningRelay): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: Number(new URL(relay.addresses.ingest_url).port), host: '127.0.0.1', rejectUnauthorized: false }, () => {
      resolve(socket.getPeerX509Certificate()?.fingerprint256);
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

const invite = (dataDir: string) => COMMANDS.get('invite')?.({ dataDir, words: [VENUE], label: undefined, json: true, now: Date.now });

test('the relay accepts notifications over TLS, and uses a valid new certificate without a restart', async () => {
  const folder = testFolder();
  const relay = await openRelay({ settings: { tls: writeFiles(folder, first, 1) } });
  expect(relay.addresses.ingest_url).toMatch(/^https:/);
  const body = orderNotification(VENUE);
  const status = await new Promise((resolve, reject) => {
    const headers = { 'service-signature': signed(body) };
    request(relay.addresses.ingest_url, { method: 'POST', headers, rejectUnauthorized: false, agent: false }, (answer) =>
      resolve(answer.resume().statusCode),
    )
      .once('error', reject)
      .end(body);
  });
  expect(status).toBe(200);
  const socket = new WebSocket(relay.addresses.counter_url.replace('https', 'wss') + RELAY_PATHS.socket, {
    headers: { authorization: `Bearer ${'k'.repeat(43)}` },
    rejectUnauthorized: false,
  });
  const [frame] = await once(socket, 'message');
  expect(JSON.parse(String(frame))).toEqual({ type: 'refused', code: 'key' });
  const fingerprint = ({ certificate }: { certificate: string }) => new X509Certificate(certificate).fingerprint256;
  expect(await shownBy(relay)).toBe(fingerprint(first));

  writeFiles(folder, { certificate: 'half a file', key: first.key }, 2);
  await expect.poll(() => relay.defects.length, { timeout: 10_000 }).toBeGreaterThan(0);
  expect(await shownBy(relay)).toBe(fingerprint(first));
  writeFiles(folder, second, 3);
  await expect.poll(() => shownBy(relay), { timeout: 10_000 }).toBe(fingerprint(second));
});

test("a command sends the operator's key only to a relay with the certificate of the settings", async () => {
  const folder = testFolder();
  const tls = writeFiles(folder, first, 1);
  const relay = await openRelay({ settings: { tls } });
  expect(JSON.parse((await invite(relay.dataDir)) ?? '')).toMatchObject({ code: expect.any(String) });
  const port = Number(new URL(relay.addresses.ingest_url).port);
  await relay.stop();
  const other = await openRelay({ settings: { tls: writeFiles(testFolder(), second, 1), listen: { port } } });
  writeFileSync(
    join(relay.dataDir, 'relay.address'),
    JSON.stringify({ origin: `https://127.0.0.1:${port}`, certificate_file: tls.certificate_file }),
  );
  await expect(invite(relay.dataDir)).rejects.toThrow('its certificate is not the one in the settings');
  expect(other.defects).toEqual([]);
});
