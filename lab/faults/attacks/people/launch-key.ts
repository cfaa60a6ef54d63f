/**
 * Attackers who must not get in: another user of this computer, a listener at the app's old port, and users of old or stolen credentials.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { askIn, type EntryKey, keyOfCode, PROTOCOL, proofOfPage, readCode, SCHEME } from '../../../../contract/entry.ts';
import { freePort } from '../../../../main/demo/venue.ts';
import { writePairingCode } from '../../../../main/hosts/browser/one-time-codes.ts';
import { startBrowser } from '../../../../test/e2e/venue/screen.ts';
import { openVenue, until, type Venue } from '../../../../test/e2e/venue/venue.ts';
import { START } from '../../venue-process.ts';
import type { Attack, Force } from '../attack.ts';
import { listenAtOldPort } from './old-port.ts';
import { byKeys, links, type Tries, triesWith } from './ways-in.ts';

const NOBODY = 65_534;
const MINUTE = 60_000;

export const launchKey: Attack = {
  wants: 'Another user, whoever holds the old port, or whoever heard something once, gets into the counter',
  async run(force) {
    const venue = await openVenue();
    await venue.stopApp();
    const reached: string[] = [];
    let tried = 0;
    const count = async (attack: Promise<Tries>) => {
      const outcome = await attack;
      tried += outcome.tried;
      reached.push(...outcome.reached);
    };
    try {
      for (let at = 0; at < force.tries(20); at += 1) await count(readPrograms(venue));
      for (let at = 0; at < force.tries(10); at += 1) await count(holdThePort(venue));
      await count(replay(venue, force));
    } finally {
      await venue.close();
    }
    return { tried, reached };
  },
};

function startCopy(venue: Venue, args: string[], env: Record<string, string> = {}) {
  const command = [START, '--data-dir', venue.dataDir, '--host', 'browser', '--vault', 'file', ...args];
  const child: ChildProcess = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (part: string) => (text += part));
  return {
    output: () => text,
    address: () => until('the address', () => /^Counter: +(\S+)/m.exec(text)?.[1], 20_000),
    ended: () => gone,
    async stop(): Promise<void> {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** Another user reads process lists while the browser opens, and all files of the data folder. */
async function readPrograms(venue: Venue): Promise<Tries> {
  const bin = join(venue.dataDir, 'bin');
  mkdirSync(bin, { recursive: true });
  // A slow browser.
  writeFileSync(join(bin, 'xdg-open'), '#!/bin/sh\nsleep 2\n', { mode: 0o755 });
  chmodSync(venue.dataDir, 0o755);
  const as = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const look = 'for turn in $(seq 80); do cat /proc/[0-9]*/cmdline; sleep 0.03; done 2>/dev/null | tr "\\0" "\\n" | sort -u';
  const env = { PATH: `${bin}:${process.env.PATH}`, DISPLAY: ':99' };
  const copy = startCopy(venue, [], env);
  const seen = outputOf('sh', ['-c', look], as);
  const address = await copy.address();
  const second = startCopy(venue, [], env);
  await second.address();
  const entries = readdirSync(venue.dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map((entry) => join(entry.parentPath, entry.name)).filter((file) => !/sqlite|\.log$/.test(file));
  const read = outputOf('cat', files, as);
  const known = `${await seen}\n${as.uid === undefined ? '' : await read}`;
  const outcome = await triesWith(new URL(address).origin, known);
  await Promise.all([copy.stop(), second.stop()]);
  return { tried: outcome.tried, reached: outcome.reached.map((what) => `another user came in ${what}`) };
}

async function outputOf(program: string, args: string[], as: { uid?: number; gid?: number }): Promise<string> {
  const child = spawn(program, args, { ...as, stdio: ['ignore', 'pipe', 'ignore'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => (text += part));
  await new Promise((resolve) => child.once('close', resolve));
  return text;
}

/** The app ends with a page open, an attacker takes its port, and the app restarts. */
async function holdThePort(venue: Venue): Promise<Tries> {
  const port = await freePort();
  const file = join(venue.dataDir, 'settings.json');
  const settings = JSON.parse(readFileSync(file, 'utf8'));
  settings.counter = { ...settings.counter, port };
  writeFileSync(file, JSON.stringify(settings));
  const reached: string[] = [];
  const browser = await startBrowser();
  let copy = startCopy(venue, ['--no-open']);
  const page = await browser.newPage();
  await page.goto(await copy.address());
  const title = page.getByRole('region', { name: /^New: / });
  await title.waitFor();
  await copy.stop();

  const holder = await listenAtOldPort(port);
  // A second start must not send a code to the old port.
  const resting = startCopy(venue, ['--no-open', '--after-crashes=5']);
  await until('the rest', () => resting.output().includes('crash'), 20_000);
  const second = startCopy(venue, []);
  await second.ended();
  if (second.output().includes(`:${port}/#`)) reached.push('a second start led to whoever holds the old port, with a code');
  await resting.stop();

  copy = startCopy(venue, ['--no-open']);
  const { origin } = new URL(await copy.address());
  holder.relayTo(new URL(origin).host);
  if (new URL(origin).port === String(port)) reached.push('the app took a port that somebody else had');
  // The terminal has this on another stream than the address, maybe later.
  await until('the word of it', () => copy.output().includes(`Another program uses port ${port}`), 10_000).catch(() =>
    reached.push('the terminal does not say that the port was taken'),
  );
  const wasAsked = (what: string) => until(`the page at the old port to ask for ${what}`, () => holder.known().includes(what), 20_000);
  await wasAsked('/');
  await pause(2_000);
  if ((await page.getByText("Tillbridge isn't running on this computer.").count()) === 0)
    reached.push('an open page took whoever holds the old port for the bridge');
  await page.reload();
  await wasAsked('/found?');
  let tried = 0;
  const attempt = async (where: string) => {
    const outcome = await triesWith(where, holder.known());
    tried += outcome.tried;
    reached.push(...outcome.reached.map((what) => `whoever held the old port came in ${what}`));
  };
  await attempt(origin);
  if (holder.relayed()) reached.push('whoever held the old port passed a page on to the bridge');
  await copy.stop();
  await holder.close();
  copy = startCopy(venue, ['--no-open']);
  await copy.address();
  await attempt(`http://127.0.0.1:${port}`);
  await copy.stop();
  await browser.close();
  return { tried, reached };
}

/** Tries credentials that were once valid, and guessed ones. */
async function replay(venue: Venue, force: Force): Promise<Tries> {
  const reached: string[] = [];
  const copy = startCopy(venue, ['--no-open']);
  const address = await copy.address();
  const { origin, host, hash } = new URL(address);
  const spent = keyOfCode(readCode(hash) ?? '');
  const first = await askIn(origin, [spent]);
  if (first.outcome !== 'in') throw new Error('The printed address did not let anybody in.');
  const key = first.keys[0] as EntryKey;
  const overdue = keyOfCode(readCode(writePairingCode(venue.dataDir, -MINUTE)) ?? '');
  const forLong = keyOfCode(readCode(writePairingCode(venue.dataDir, 600 * MINUTE)) ?? '');
  const challengeOf = async () => ((await (await fetch(`${origin}/challenge`)).json()) as { challenge: string }).challenge;
  const say = (words: string[]) => fetch(`${origin}/authenticate`, { headers: { authorization: words.join(' ') } });
  const heard = await challengeOf();
  const asked = { id: key.id, host, challenge: heard, nonce: 'heard' };
  const words = [SCHEME, key.id, heard, 'heard', proofOfPage(key.secret, asked)];
  if (!(await say(words)).ok) throw new Error('The session did not let anybody in.');
  const authenticates = async (challenge: string, at: string) =>
    (await say([SCHEME, key.id, challenge, 'n', proofOfPage(key.secret, { ...asked, host: at, challenge, nonce: 'n' })])).ok;
  const attacks: Record<string, () => Promise<boolean>> = {
    'with a code that was used': () => byKeys(origin, [spent]),
    'with a code that had run out': () => byKeys(origin, [overdue]),
    'with a code that would be valid for hours': () => byKeys(origin, [forLong]),
    'with the words of another page': async () => (await say(words)).ok,
    'with old words and a new challenge': async () => (await say([SCHEME, key.id, await challengeOf(), 'heard', words[4] ?? ''])).ok,
    'with a challenge of its own': async () => {
      const challenge = force.chance.pick([`${Math.floor(force.chance.next() * 1e6).toString(36)}.a.b`, '', 'a', heard.slice(0, -1)]);
      return authenticates(challenge, host);
    },
    'with a proof for another address': async () => {
      const elsewhere = force.chance.pick(['127.0.0.1:8740', `localhost:${host.split(':')[1]}`, '']);
      return authenticates(await challengeOf(), elsewhere);
    },
    'with a secret that was guessed': () => byKeys(origin, [{ id: key.id, secret: String(force.chance.next()) }]),
    'with a stolen cookie': async () => {
      const values = [key.id, key.secret, first.ticket, spent.secret];
      const cookie = values.map((value) => `tillbridge-${host.split(':')[1]}=${value}`).join('; ');
      return (await fetch(`${origin}/authenticate`, { headers: { cookie } })).ok || links(host, [PROTOCOL], cookie);
    },
    'with a ticket that was guessed': () => links(host, [PROTOCOL, force.chance.pick([key.id, '0'.repeat(64), heard, spent.id])]),
  };
  let tried = 0;
  for (let at = 0; at < force.tries(3_000); at += 1) {
    const name = force.chance.pick(Object.keys(attacks));
    tried += 1;
    if (await attacks[name]?.()) reached.push(`somebody came in ${name}`);
  }
  await copy.stop();
  return { tried, reached };
}
