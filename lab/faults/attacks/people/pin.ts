/** Guessing the manager's PIN: many tries at once, on many screens, after kills, with clock changes, without the keychain. */

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { CallName } from '../../../../contract/contract.ts';
import { english } from '../../../../contract/english.ts';
import { until } from '../../../../test/e2e/venue/venue.ts';
import { type KeyringSession, startKeyring } from '../../../../test/integration/vault/keyring-session.ts';
import { NO_KEYCHAIN } from '../../../../test/integration/vault/run-steps.ts';
import { anotherClock } from '../../runs/clock.ts';
import { openVenueProcess, type VenueProcess } from '../../venue-process.ts';
import type { Attack, Outcome } from '../attack.ts';
import { type CounterView, viewCounter } from '../watch/counter-screen.ts';
import { slowestCall } from '../watch/slowest-call.ts';

/** The tries without a wait, plus one that may become due meanwhile. */
const MAY_BE_LOOKED_AT = 6;
/** A call this slow was blocked by PIN tries. */
const HELD_UP_MS = 1_000;

const ORDER = { orderId: '0123456789abcdef01234567', requestId: 'a-request-of-mine' };
const NEW_YEAR = { firstDay: '2026-01-01', lastDay: '2026-01-01' };
const REFUND = { operation: 'refund-basket', amount: 50, reason: 'x', vat: 0 };
const CHEAPER = { type: 'reduced-price', barcode: '1', price: { amount: 1, currency: 'EUR' } };
/** Calls that a venue expects to need the manager, listed independently of the app. */
const THE_MANAGERS: readonly [CallName, unknown][] = [
  ['settings.get', {}],
  ['settings.savePos', { pos: { kind: 'ticket-only' } }],
  ['settings.savePrinters', { printers: [] }],
  ['settings.saveWebhookSecret', { secret: 'a-secret-of-mine' }],
  ['settings.saveAlerts', { alerts: { webhook_url: null } }],
  ['settings.saveBackup', { backup: { folder: null } }],
  ['settings.saveReports', { reports: { folder: '/tmp' } }],
  ['settings.saveWork', { work: { undo_seconds: 0 } }],
  ['venue.rename', { venueId: 'v', name: 'Mine' }],
  ['venue.resetIntegration', { venueId: 'v' }],
  ['webhooks.list', {}],
  ['access.setPin', { pin: null }],
  ['displays.pair', { view: 'kitchen', name: 'Mine' }],
  ['displays.allow', { on: true }],
  ['displays.saveLogo', { picture: null }],
  ['history.csv', { span: NEW_YEAR }],
  ['history.report', { span: { firstDay: '2026-01-01', lastDay: '2026-01-31' }, against: null }],
  ['history.report', { span: NEW_YEAR, against: { firstDay: '2026-01-01', lastDay: '2026-01-31' } }],
  ['order.review', { ...ORDER, operation: REFUND }],
  ...[
    REFUND,
    { operation: 'refund-items', reason: 'QUALITY_ISSUES', refunds: [{ row: 1, count: 1, perUnit: 50, comment: null }] },
    { operation: 'deposits-returned', items: [{ description: 'bottles', count: 1, total: 500, vat: 0 }] },
    { operation: 'replace-items', changes: [{ row: 1, replacements: [CHEAPER] }], additions: [] },
  ].map((operation): [CallName, unknown] => ['order.operate', { ...ORDER, operation }]),
];

export const pin: Attack = {
  wants: 'Somebody who does not know the PIN becomes the manager, tries as many as he likes, or holds up the counter with them',
  async run({ chance, tries, say }): Promise<Outcome> {
    const reached: string[] = [];
    let tried = 0;
    let judged = 0;
    await using app = await openVenueProcess({ robot: false });
    const right = String(3_000 + chance.below(6_000));
    const guesses = guessesAt(right, chance.below);
    await app.switchOn();
    let screens = await dial(app, 1);
    await screens[0]?.call('access.setPin', { pin: right });
    const attempt = async (screen: CounterView | undefined, guess: string): Promise<void> => {
      tried += 1;
      const answer = await screen?.call('access.enter', { pin: guess }).catch(() => null);
      if (answer?.ok) reached.push(`the PIN was found after ${judged} that were looked at`);
      else if (answer?.problem.code === 'wrong-pin') judged += 1;
    };
    await app.switchOff();

    await app.switchOn();
    screens = await dial(app, 10);
    const guessing = async (): Promise<void> => {
      await Promise.all(guesses(200).map((guess) => attempt(screens[0], guess)));
      for (let left = tries(10_000); left > 0; left -= 200)
        await Promise.all(guesses(Math.min(left, 200)).map((guess, place) => attempt(screens[place % 9], guess)));
    };
    const { slowestMs } = await slowestCall(screens[9] as CounterView, 20, guessing());
    if (slowestMs > HELD_UP_MS) reached.push(`a call at the counter took ${Math.round(slowestMs)} ms meanwhile`);
    say(`${tried} tries, ${judged} looked at`);

    for (let kills = 0; kills < Math.max(tries(40), 2); kills += 1) {
      const [screen] = screens;
      tried += 1;
      const answer = screen?.call('access.enter', { pin: guesses(1)[0] ?? '' }).catch(() => null);
      await new Promise((resolve) => setTimeout(resolve, chance.below(40)));
      await app.switchOff();
      const outcome = await answer;
      if (outcome && !outcome.ok && outcome.problem.code === 'wrong-pin') judged += 1;
      await app.switchOn();
      screens = await dial(app, 1);
      await attempt(screens[0], guesses(1)[0] ?? '');
    }

    await app.switchOff();
    const clock = anotherClock(app.venue.dataDir);
    await app.switchOn([], clock.env);
    screens = await dial(app, 1);
    for (const by of ['+3h', '+400d', '-400d', '-26h', '+0'].slice(0, Math.max(tries(5), 2))) {
      clock.set(by);
      await attempt(screens[0], guesses(1)[0] ?? '');
    }
    if (await isManager(screens[0])) reached.push('the manager, with the PIN of somebody else');
    for (const [name, input] of THE_MANAGERS) {
      tried += 1;
      const answer = await screens[0]?.call(name, input as never);
      if (answer?.ok || answer?.problem.code !== 'manager-only')
        reached.push(`${name} ${JSON.stringify(input).slice(0, 80)}: ${answer?.ok ? 'done' : answer?.problem.code}`);
    }
    // A right guess that must wait is refused like a wrong one.
    if (judged > MAY_BE_LOOKED_AT) reached.push(`${judged} PINs were looked at`);
    await app.switchOff();
    tried += await withoutTheKeychain(reached);
    return { tried, reached: [...new Set(reached)], figures: `${judged} PINs looked at` };
  },
};

/** Makes random four-digit PINs; each batch of 200 has the right one. */
function guessesAt(right: string, below: (limit: number) => number): (count: number) => string[] {
  return (count) => {
    const guesses = Array.from({ length: count }, () => String(10_000 + below(10_000)).slice(1));
    if (count >= 100) guesses[50 + below(count - 50)] = right;
    return guesses;
  };
}

/** Screens that are each admitted by their own code: an attacker with one screen can open more. */
async function dial(app: VenueProcess, count: number): Promise<CounterView[]> {
  const first = await viewCounter(app.counterUrl());
  const screens = [first];
  while (screens.length < count) {
    const accessCode = await first.call('counter.accessCode', {});
    if (!accessCode.ok) throw new Error(english(accessCode.problem.text));
    screens.push(await viewCounter(`${new URL(app.counterUrl()).origin}/#${accessCode.value.code}`));
  }
  return screens;
}

async function isManager(screen: CounterView | undefined): Promise<boolean> {
  const answer = await screen?.call('settings.saveDesktop', { desktop: { come_to_front: true } });
  return answer?.ok === true;
}

async function withoutTheKeychain(reached: string[]): Promise<number> {
  const home = mkdtempSync(join(tmpdir(), 'tillbridge-pin-attack-'));
  let keyring: KeyringSession | null = await startKeyring(home, 'unlocked');
  await using app = await openVenueProcess({ robot: false, vault: 'auto' });
  let looks = 0;
  const look = async (what: string): Promise<void> => {
    looks += 1;
    const [screen] = await dial(app, 1);
    await until('the state', () => screen?.state().app.app);
    if (screen?.state().app.app?.access.manager || (await isManager(screen))) reached.push(`the manager, ${what}`);
    screen?.close();
  };
  try {
    await app.switchOn([], keyring.env as Record<string, string>);
    const [screen] = await dial(app, 1);
    await until('the PIN', async () => (await screen?.call('access.setPin', { pin: '4711' }))?.ok);
    await app.switchOff();
    await app.switchOn([], NO_KEYCHAIN);
    await look('with the keychain out of reach');
    await app.switchOff();
    await keyring.end();
    keyring = await startKeyring(home, 'locked');
    await app.switchOn([], keyring.env as Record<string, string>);
    await look('with the keychain locked');
    // PINs are deleted one by one, as by a keychain app.
    await keyring.unlock();
    await app.switchOff();
    await deletePins(keyring);
    await app.switchOn([], keyring.env as Record<string, string>);
    await look('with the PIN deleted from the keychain');
    return looks;
  } finally {
    await app.switchOff();
    await keyring?.end();
    rmSync(home, { recursive: true, force: true });
  }
}

/** Runs in the keyring's session, whose bus is needed to reach the entries. */
async function deletePins({ env }: KeyringSession): Promise<void> {
  const script = `
    const { findCredentialsAsync, AsyncEntry } = require('@napi-rs/keyring');
    const isPin = ({ account }) => /counter\\/pin(#|$)/.test(account);
    (async () => {
      for (const found of (await findCredentialsAsync('Tillbridge-keyring')).filter(isPin))
        await new AsyncEntry('Tillbridge-keyring', found.account, { linux: { store: 'secret-service' } }).deletePassword();
    })();`;
  await promisify(execFile)(process.execPath, ['-e', script], { env, cwd: fileURLToPath(new URL('../../../..', import.meta.url)) });
}
