/** The opening drill: everything that an order will need today, tried once, before the first one comes. Nothing reaches a customer. */
import { access, constants, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asRequest, type CallOutput, type Settings, type SettingsPart } from '../../contract/contract.ts';
import { makeFolderForOthers } from '../files/private-files.ts';
import type { Press } from '../printing/spool/printer-service.ts';
import type { Printer } from '../printing/transports/printer.ts';
import type { Store } from '../store/store.ts';
import type { BridgeTime, Cancel, Time } from '../time/time.ts';
import type { Feed } from '../view/feed.ts';

type Step = CallOutput<'drill.run'>['steps'][number];

const WITHIN_MS = 20_000;
const FRESH_MS = 60_000;

export async function runDrill(rooms: {
  store: Store;
  feed: Feed;
  settings: Settings;
  press: Press;
  webhookSecrets: () => Promise<readonly string[]>;
  /** Answers with the receiver's HTTP status. */
  sendNotification: (url: string, secret: string, withinMs: number) => Promise<number>;
  hasClientSecret: () => Promise<boolean>;
  time: BridgeTime;
}): Promise<CallOutput<'drill.run'>> {
  const { time } = rooms;
  const started = time.monotonic();
  const { printers } = rooms.settings;
  const guarded: Guarded = (...step) => guardedBy(time, ...step);
  const steps = await Promise.all([
    guarded('disk', 'Storage', async () => {
      rooms.store.write(() => rooms.store.spells.alive());
      return good('Orders can be kept.');
    }),
    guarded('secrets', 'Secrets', async () =>
      (await rooms.hasClientSecret())
        ? good('The secrets can be read.')
        : bad('No client secret is stored.', 'Connect the venue in Settings.', 'venues'),
    ),
    guarded('service', 'Service', async () => connection(rooms.feed, time.service.now())),
    guarded('receiver', 'Receiver', async () => notification(rooms.feed, await rooms.webhookSecrets(), rooms.sendNotification)),
    ...printers.map((printer) => guarded(`printer-${printer.id}`, printer.name, () => practiceTicket(rooms.press, printer))),
    ...(printers.length === 0
      ? [guarded('printer', 'Printers', async () => bad('No printer is set up.', 'Add a printer in Settings.', 'printers'))]
      : []),
    guarded('till', 'Till', () => till(rooms.settings, time)),
  ]);
  return { steps, tookMs: time.monotonic() - started };
}

type Guarded = (id: string, name: string, step: () => Promise<Outcome>) => Promise<Step>;
type Outcome = Pick<Step, 'ok' | 'unsure' | 'says' | 'remedy' | 'mendedIn'>;
const good = (says: string): Outcome => ({ ok: true, says, remedy: null, mendedIn: null });
const bad = (says: string, remedy: string, mendedIn: SettingsPart | null = null): Outcome => ({ ok: false, says, remedy, mendedIn });
const unsure = (says: string, remedy: string): Outcome => ({ ok: true, unsure: true, says, remedy, mendedIn: null });

/** A step that throws or hangs is a red line, not a drill that never ends. */
async function guardedBy(time: Time, id: string, name: string, step: () => Promise<Outcome>): Promise<Step> {
  let noLimit: Cancel | undefined;
  const late = new Promise<Outcome>((resolve) => {
    noLimit = time.after(WITHIN_MS, () => resolve(bad('It did not answer in time.', 'Look at it, then try again.')));
  });
  try {
    return { id, name, ...(await Promise.race([step(), late])) };
  } catch (error) {
    const { says, remedy, mendedIn } = error as Partial<Outcome>;
    return { id, name, ...bad(says ?? 'It did not work.', remedy ?? 'The log in the data folder says more.', mendedIn) };
  } finally {
    noLimit?.();
  }
}

function connection(feed: Feed, now: number): Outcome {
  const app = feed.get('app', 'app');
  const venues = feed.ids('venues').flatMap((id) => feed.get('venues', id) ?? []);
  const lost = venues.find(({ state }) => state === 'reconnect');
  if (lost) return bad(lost.says, 'Connect the venue in Settings.', 'venues');
  if (venues.length === 0) return bad('No venue is connected.', 'Connect the venue in Settings.', 'venues');
  const at = Date.parse(app?.service.lastContactAt ?? '');
  if (app?.service.state === 'trouble') return bad(app.service.says, 'Check the internet connection of this computer.');
  return Number.isFinite(at) && now - at < FRESH_MS
    ? good('The service answers.')
    : good('The venue is connected. The service was not asked lately: nothing was to be asked.');
}

/** A signed notification of our own goes the whole way: socket, signature, disk, answer. */
async function notification(
  feed: Feed,
  secrets: readonly string[],
  send: (url: string, secret: string, withinMs: number) => Promise<number>,
): Promise<Outcome> {
  const { url, says } = feed.get('app', 'app')?.receiver ?? { url: null, says: '' };
  if (!url) return bad(says, 'Look under Diagnostics what is in the way.');
  const [secret] = secrets;
  if (!secret)
    return bad('No webhook secret is stored: no notification can be trusted.', 'Store the webhook secret in Settings.', 'webhook');
  const status = await send(url, secret, WITHIN_MS);
  return status === 200
    ? good('A signed notification arrives and is kept.')
    : bad('The receiver refused a signed notification.', 'Store the webhook secret in Settings again.', 'webhook');
}

async function practiceTicket(press: Press, printer: Printer): Promise<Outcome> {
  const result = await press.printTestPage(printer);
  if (result.outcome === 'failed') return bad(result.says, result.remedy ?? 'Look at the printer.', 'printers');
  return result.outcome === 'confirmed'
    ? good('Printed, confirmed by the printer.')
    : unsure('Sent, not confirmed by the printer.', 'Look whether the test page came out.');
}

/** A till is only asked whether it is there: a practice order would be rung up. */
async function till({ pos }: Settings, time: Time): Promise<Outcome> {
  if (pos.kind === 'ticket-only') return good('No till is set up; the kitchen ticket counts.');
  if (pos.kind === 'http') {
    const { url, headers } = asRequest(pos.url);
    // Where it would send its callers on to is not the till.
    const answer = await fetch(url, { method: 'OPTIONS', headers, redirect: 'manual', signal: time.within(WITHIN_MS) }).catch(() => {
      throw bad('The till does not answer.', 'Check that the till is switched on, and its address in Settings.', 'till');
    });
    await answer.body?.cancel().catch(() => undefined);
    return good('The till answers.');
  }
  const trial = join(pos.folder, '.tillbridge-drill');
  try {
    await makeFolderForOthers(pos.folder);
    await access(pos.folder, constants.W_OK);
    // The till's user may write here, too: a link left under this name would have another file of ours emptied.
    await rm(trial, { force: true });
    await writeFile(trial, '', { flag: 'wx' });
    await rm(trial);
  } catch {
    return bad("The till's folder cannot be written to.", 'Check the folder in Settings, and that this user may write there.', 'till');
  }
  return good("The till's folder can be written to.");
}
