/** How a relay is let into NATS, by each way that the settings have: a password, an nkey, a `.creds` file, a certificate of its own. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nkeys } from '@nats-io/transport-node';
import { describe, expect, test } from 'vitest';
import type { NatsSettings } from '../../../../relay/engine/nats/connection.ts';
import { folderOfRelay, openRelay, orderNotification, postOrder, type RunningRelay, VENUE } from '../at-the-relay.ts';
import { CERTIFICATES, NATS_CERTIFICATE } from '../certificates.ts';
import { keyFor, listen, operator } from '../light-counter.ts';
import { createOperatorMode } from './operator-mode.ts';
import { startNats } from './started.ts';

const patiently = { timeout: 30_000 };

async function problemsOf(nats: Partial<NatsSettings> & { servers: string[] }): Promise<string[]> {
  const relay = await openRelay({ settings: { engine: { nats: { replicas: 1, ...nats } } } });
  expect(await postOrder(relay, orderNotification(VENUE))).toBe(200);
  return engineProblems(relay);
}

async function engineProblems(relay: RunningRelay): Promise<string[]> {
  const { problems } = (await operator(relay, 'GET', '/problems')).body as { problems: { code: string; says: string }[] };
  return problems.filter(({ code }) => code === 'engine').map(({ says }) => says);
}

function written(name: string, text: string): string {
  const file = join(folderOfRelay(), name);
  writeFileSync(file, text);
  return file;
}

test('over TLS with a user and a password; a server that it does not trust, and a wrong password, are told and nothing is lost', async () => {
  const certificate = written('certificate.pem', NATS_CERTIFICATE.certificate);
  const key = written('key.pem', NATS_CERTIFICATE.key);
  const server = await startNats(
    `tls { cert_file: "${certificate}", key_file: "${key}" }\nauthorization { user: relay, password: "of-the-relay" }`,
  );
  const servers = [server.url.replace('nats:', 'tls:')];
  const ours = { ca_file: certificate, certificate_file: null, key_file: null };
  expect(await problemsOf({ servers, user: 'relay', password: 'of-the-relay', tls: ours })).toEqual([]);
  const theirs = { ...ours, ca_file: written('other.pem', CERTIFICATES[0].certificate) };
  const [[wrong = ''], untrusted] = await Promise.all([
    problemsOf({ servers, user: 'relay', password: 'of-another', tls: ours }),
    problemsOf({ servers, user: 'relay', password: 'of-the-relay', tls: theirs }),
  ]);
  expect(wrong).toMatch(/NATS does not answer: .*authoriz/i);
  expect(wrong).not.toContain('of-another');
  expect(untrusted).toEqual([expect.stringContaining('NATS does not answer: ')]);
});

test('with the seed of an nkey in a file', async () => {
  const pair = nkeys.createUser();
  const server = await startNats(`authorization { users: [{ nkey: ${pair.getPublicKey()} }] }`);
  const nkey_file = written('relay.nk', `${Buffer.from(pair.getSeed()).toString()}\n`);
  expect(await problemsOf({ servers: [server.url], nkey_file })).toEqual([]);
});

describe('with a .creds file, at a server that an operator has set up', () => {
  test('it is let in, keeps news and hands it on, with no more rights than docs/relay.md says', async () => {
    const mode = createOperatorMode();
    const server = await startNats(mode.configuration);
    const row = readFileSync('docs/relay.md', 'utf8').match(/^\| Rights \|.*$/m)?.[0] ?? '';
    const rights = [...row.matchAll(/`([^`]*)`/g)].map(([, subject = '']) => subject.replace('<name>', 'relay'));
    expect(rights).toContain('relay-log.>');
    const nats = { servers: [server.url], credentials_file: written('relay.creds', mode.creds({ rights })) };
    const taker = await openRelay({ settings: { engine: { nats: { replicas: 1, ...nats } } } });
    const giver = await openRelay({ settings: { engine: { nats: { replicas: 1, ...nats } } } });
    const counter = await listen(giver, (await keyFor(taker, VENUE)).key, { [VENUE]: 0 });
    expect(await postOrder(taker, orderNotification(VENUE))).toBe(200);
    await expect.poll(() => counter.news(), patiently).toHaveLength(1);
    for (const relay of [taker, giver]) expect((await operator(relay, 'GET', '/problems')).body).toEqual({ problems: [] });
    expect([...taker.defects, ...giver.defects]).toEqual([]);
  });

  test('a file that is not of this server is refused by it and told without what is in it; nothing is lost, and a right one in its place is taken', async () => {
    const mode = createOperatorMode();
    const server = await startNats(mode.configuration);
    const withFile = (credentials_file: string) => problemsOf({ servers: [server.url], credentials_file });
    const files: [what: string, creds: string, says: RegExp][] = [
      ['of an account that the operator does not know', mode.creds({ account: nkeys.createAccount() }), /authoriz/i],
      ['with the seed of another user', mode.creds({ seedOf: nkeys.createUser() }), /authoriz/i],
      ['that has run out', mode.creds({ exp: 1_700_000_000 }), /authoriz/i],
      ['of another operator', createOperatorMode().creds(), /authoriz/i],
      ['that holds nothing of the kind', 'nothing of the kind', /./],
      ['that was cut off', mode.creds().slice(0, -80), /./],
    ];
    const credentials_file = written('relay.creds', mode.creds({ seedOf: nkeys.createUser() }));
    const [relay, missing, ...told] = await Promise.all([
      openRelay({ settings: { engine: { nats: { replicas: 1, servers: [server.url], credentials_file } } } }),
      withFile('/nowhere/relay.creds'),
      ...files.map(([, creds]) => withFile(written('relay.creds', creds))),
    ]);
    expect(missing).toEqual([expect.stringContaining('/nowhere/relay.creds')]);
    for (const [at, [what, creds, says]] of files.entries()) {
      const [problem = ''] = told[at] ?? [];
      expect(problem, what).toMatch(/^NATS does not answer: ./);
      expect(problem, what).toMatch(says);
      expect(secretsIn(creds).filter((secret) => problem.includes(secret))).toEqual([]);
    }

    // The same relay, and nobody starts it again.
    expect(await postOrder(relay, orderNotification(VENUE))).toBe(200);
    expect(await engineProblems(relay)).toHaveLength(1);
    writeFileSync(credentials_file, mode.creds());
    await expect.poll(() => engineProblems(relay), patiently).toEqual([]);
  });
});

test('with a certificate of its own, where the servers ask for one; another one or none is told', async () => {
  const certificate = written('certificate.pem', NATS_CERTIFICATE.certificate);
  const [ours, theirs] = CERTIFICATES.map((pair, at) => ({
    ca_file: certificate,
    certificate_file: written(`relay-${at}.pem`, pair.certificate),
    key_file: written(`relay-${at}.key`, pair.key),
  }));
  const server = await startNats(
    `tls { cert_file: "${certificate}", key_file: "${written('key.pem', NATS_CERTIFICATE.key)}", ca_file: "${ours?.certificate_file}", verify: true }`,
  );
  const servers = [server.url.replace('nats:', 'tls:')];
  const none = { ca_file: certificate, certificate_file: null, key_file: null };
  const told = await Promise.all([ours ?? null, theirs ?? null, none].map((tls) => problemsOf({ servers, tls })));
  const refused = [expect.stringMatching(/^NATS does not answer: ./)];
  expect(told).toEqual([[], refused, refused]);
});

test('with a user and a password without TLS, as between programs of one computer; a server that wants one lets nobody else in', async () => {
  const server = await startNats('authorization { user: relay, password: "of-the-relay" }');
  const password = 'of-the-relay';
  const told = await Promise.all(
    [{ user: 'relay', password }, {}, { user: 'relay' }, { user: 'another', password }].map((access) =>
      problemsOf({ servers: [server.url], ...access }),
    ),
  );
  const refused = [expect.stringMatching(/^NATS does not answer: .*authoriz/i)];
  expect(told).toEqual([[], refused, refused, refused]);
});

/** What nobody but the server and the relay may read. */
function secretsIn(creds: string): string[] {
  return creds.split('\n').filter((line) => /^(SU|ey)/.test(line));
}
