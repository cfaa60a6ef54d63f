/** The self-test: tries everything an order needs, without reaching a customer. */

import { type CallOutput, type Settings, type SettingsPart, sourceOf, type TabletView } from '../../contract/contract.ts';
import { message, type Text } from '../../contract/message.ts';
import type { Cancel, Time } from '../../shared/time/time.ts';
import type { PrinterService } from '../printing/spool/printer-service.ts';
import type { Printer } from '../printing/transports/printer.ts';
import type { Store } from '../store/store.ts';
import { askTill } from '../till/http-till.ts';
import { tillFolderBlockedBy } from '../till/try-folder.ts';
import type { Clocks } from '../time/service-clock.ts';
import type { Feed } from '../view/feed.ts';
import { namesAmongSeveral } from '../view/venue-names.ts';
import { noneRings } from '../view/warnings.ts';
import { connectedRinging, unheardVenues } from './unheard.ts';

type Step = CallOutput<'selfTest.run'>['steps'][number];

const WITHIN_MS = 20_000;

export async function runSelfTest(deps: {
  store: Store;
  feed: Feed;
  settings: Settings;
  printerService: PrinterService;
  webhookSecrets: () => Promise<readonly string[]>;
  /** Resolves with the receiver's HTTP status. */
  sendNotification: (url: string, secret: string, withinMs: number) => Promise<number>;
  hasClientSecret: () => Promise<boolean>;
  /** Probes the service's addresses in use; the feed then has the results. */
  askAddresses: () => Promise<void>;
  tablets: () => readonly TabletView[];
  time: Clocks;
}): Promise<CallOutput<'selfTest.run'>> {
  const { time } = deps;
  const started = time.monotonic();
  const { printers } = deps.settings;
  const guarded: Guarded = (...step) => guardedBy(time, ...step);
  const steps = await Promise.all([
    ...(deps.settings.counter.unattended ? [guarded('ringing', message('selfTest.ringing'), async () => ringing(deps))] : []),
    guarded('disk', message('storage.label'), async () => {
      deps.store.write(() => deps.store.outages.alive());
      return good(message('selfTest.ordersCanBeSaved'));
    }),
    guarded('secrets', message('vault.label'), async () =>
      (await deps.hasClientSecret())
        ? good(message('selfTest.secretsReadable'))
        : bad(message('connect.noSecret'), message('venue.connectInSettings'), 'venues'),
    ),
    guarded('service', message('service.label'), () => connection(deps.feed, deps.askAddresses)),
    guarded('receiver', message('receiver.label'), async () => notification(deps.feed, await deps.webhookSecrets(), deps.sendNotification)),
    ...printers.map((printer) => guarded(`printer-${printer.id}`, printer.name, () => practiceTicket(deps.printerService, printer))),
    ...(printers.length === 0
      ? [
          guarded('printer', message('detail.printers'), async () =>
            unsure(message('printer.noneSetUp'), message('printer.addInSettings'), 'printers'),
          ),
        ]
      : []),
    guarded('till', message('till.label'), () => till(deps.settings, time)),
  ]);
  return { steps, tookMs: time.monotonic() - started };
}

type Guarded = (id: string, name: Text, step: () => Promise<Outcome>) => Promise<Step>;
type Outcome = Pick<Step, 'ok' | 'unsure' | 'text' | 'hint' | 'mendedIn'>;
const good = (text: Text): Outcome => ({ ok: true, text, hint: null, mendedIn: null });
const bad = (text: Text, hint: Text, mendedIn: SettingsPart | null = null): Outcome => ({ ok: false, text, hint, mendedIn });
const unsure = (text: Text, hint: Text, mendedIn: SettingsPart | null = null): Outcome => ({
  ok: true,
  unsure: true,
  text,
  hint,
  mendedIn,
});

/** A step that throws or hangs fails instead of blocking the self-test. */
async function guardedBy(time: Time, id: string, name: Text, step: () => Promise<Outcome>): Promise<Step> {
  let noLimit: Cancel | undefined;
  const late = new Promise<Outcome>((resolve) => {
    noLimit = time.after(WITHIN_MS, () => resolve(bad(message('selfTest.timedOut'), message('selfTest.checkThenRetry'))));
  });
  try {
    return { id, name, ...(await Promise.race([step(), late])) };
  } catch (error) {
    const { text, hint, mendedIn } = error as Partial<Outcome>;
    return { id, name, ...bad(text ?? message('selfTest.failed'), hint ?? message('app.seeLog'), mendedIn) };
  } finally {
    noLimit?.();
  }
}

/** Replaces the test of the main screen's sound. */
function ringing({ store, settings, ...deps }: { store: Store; settings: Settings; tablets: () => readonly TabletView[] }): Outcome {
  const tablets = deps.tablets();
  const stations = connectedRinging(tablets, null);
  const unheard = unheardVenues(tablets, store);
  if (stations.length > 0 && unheard.length === 0)
    return good(message('selfTest.ringingHere', { names: stations.map(({ name }) => name).join(', ') }));
  const { text, hint } = noneRings(namesAmongSeveral(store, settings, unheard));
  return bad(text, hint, 'screens');
}

async function connection(feed: Feed, askAddresses: () => Promise<void>): Promise<Outcome> {
  const venues = feed.ids('venues').flatMap((id) => feed.get('venues', id) ?? []);
  const lost = venues.find(({ state }) => state === 'reconnect');
  if (lost) return bad(lost.text, message('venue.connectInSettings'), 'venues');
  if (venues.length === 0) return bad(message('venue.noneConnected'), message('venue.connectInSettings'), 'venues');
  await askAddresses();
  const app = feed.get('app', 'app');
  // One working address doesn't verify another.
  const failed = app?.addresses.find(({ state }) => state !== 'verified');
  if (failed?.state === 'wrong') return bad(failed.text, failed.hint ?? message('service.checkAddresses'), 'venues');
  if (failed) return bad(failed.text, failed.hint ?? message('network.checkInternet'));
  const service = sourceOf(app, 'poller');
  if (service?.state === 'lost') return bad(service.text, message('network.checkInternet'));
  return good(message('service.answers'));
}

/** Sends a signed notification the whole way: socket, signature, disk, answer. */
async function notification(
  feed: Feed,
  secrets: readonly string[],
  send: (url: string, secret: string, withinMs: number) => Promise<number>,
): Promise<Outcome> {
  const app = feed.get('app', 'app');
  const { address: url, text } = sourceOf(app, 'receiver') ?? { address: null, text: '' };
  if (!url) return bad(text, message('selfTest.seeDiagnostics'));
  const [secret] = secrets;
  if (!secret) return bad(message('webhook.noSecret'), message('webhook.saveSecret'), 'webhook');
  // A notification signed with the saved secret would succeed even though the service uses another.
  if (app?.webhookSecret.isRefused) return bad(text, message('webhook.shareSecret'), 'webhook');
  const status = await send(url, secret, WITHIN_MS);
  return status === 200
    ? good(message('selfTest.webhookArrives'))
    : bad(message('selfTest.webhookRejected'), message('webhook.saveSecretAgain'), 'webhook');
}

async function practiceTicket(printerService: PrinterService, printer: Printer): Promise<Outcome> {
  const result = await printerService.printTestPage(printer);
  if (result.outcome === 'failed') return bad(result.text, result.hint ?? message('selfTest.checkPrinter'), 'printers');
  if (result.outcome === 'reported') return good(message('printJob.printedReported'));
  return result.outcome === 'confirmed'
    ? good(message('printJob.printedConfirmed'))
    : unsure(message('printJob.unconfirmed'), message('selfTest.checkTestPage'));
}

/** Only checks that the till responds: a practice order would be rung up. */
async function till({ pos }: Settings, time: Time): Promise<Outcome> {
  if (pos.kind === 'ticket-only') return good(message('till.noneSetUp'));
  if (pos.kind === 'http') {
    const till = await askTill(time, pos.url, WITHIN_MS);
    if (till.is === 'failed') return bad(till.words.text, till.words.hint, 'till');
    if (till.is === 'answers') return good(message('till.answers'));
    if (till.is === 'unsure') return unsure(message('till.acceptanceUnknown'), message('selfTest.checkFirstOrder'));
    if (till.is === 'page') return bad(message('till.webPageAnswered'), message('network.signInToNetwork'), 'till');
    const text = till.is === 'refuses' ? message('till.wouldRefuse', { status: till.status }) : message('till.notResponding');
    return bad(text, message('till.checkPowerAndAddress'), 'till');
  }
  const blockedBy = await tillFolderBlockedBy(time, pos.folder, { isNew: false });
  if (blockedBy) return bad(blockedBy.text, blockedBy.hint, 'till');
  return good(message('till.folderWritable'));
}
