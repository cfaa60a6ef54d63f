/** The sources of orders as screens show them: whether each is connected, and its trouble. */
import { beforeEach, expect, test } from 'vitest';
import { english } from '../../../contract/english.ts';
import type { IntakeSource } from '../../../contract/views/intake.ts';
import { createIngestion } from '../../../main/intake/ingest.ts';
import type { RelayView } from '../../../main/intake/relay/relay-client.ts';
import { type IntakeParts, intakeSources, webhookSecretView } from '../../../main/intake/sources.ts';
import type { WrongSignatures } from '../../../main/intake/webhook/wrong-signatures.ts';
import type { ServiceContact } from '../../../main/service/contact.ts';
import type { Store } from '../../../main/store/store.ts';
import { orderBody, orderOf } from '../../fixtures/orders.ts';
import { readInto } from '../../setup/intake.ts';
import { testFolder, testStore } from '../../setup/parts.ts';
import { type TestTime, testTime } from '../../setup/test-time.ts';

let dir: string;
let time: TestTime;
let store: Store;
let contact: ServiceContact;
let listening: boolean;
let secretCount: number | null;
let wrong: WrongSignatures;
let relay: RelayView | null;

beforeEach(() => {
  dir = testFolder();
  time = testTime();
  store = testStore(dir, { time, backups: null });
  contact = { state: 'reachable', text: 'The service answers.', hint: null, at: time.wall() };
  listening = true;
  secretCount = 1;
  wrong = { are: 'none' };
  relay = null;
});

const parts = (): IntakeParts => ({
  store,
  contact: { view: () => contact },
  addresses: { view: () => [] },
  receiver: {
    view: () =>
      listening
        ? { state: 'listening', text: 'Listening.', url: 'http://127.0.0.1:8741/notifications' }
        : { state: 'stopped', text: 'The port is taken.', url: null },
  },
  signatures: { view: () => wrong },
  secrets: { webhookSecretCount: () => secretCount },
  relay: { view: () => relay },
  clock: time.service,
  venueName: (id) => `Venue ${id}`,
});
function source(kind: string): IntakeSource {
  const found = intakeSources(parts()).find((one) => one.kind === kind) ?? expect.unreachable(`There is no ${kind}.`);
  return found;
}
const output = (kind: string): string => english(source(kind).text);
const RELAY: RelayView = {
  address: 'https://relay.example.test',
  state: 'connected',
  text: 'The relay answers.',
  hint: null,
  answers: true,
  isPolled: false,
  lastProofAt: '2026-11-22T12:00:00.000Z',
  lastNewsAt: null,
  refusedVenues: [],
};
let count = 0;
function notified(isDirect: boolean, type = 'order.notification'): void {
  count += 1;
  const body = JSON.stringify({ id: `n${count}`, type, order: { id: `o${count}`, venue_id: 'v', status: 'CREATED' } });
  createIngestion(store).notification(Buffer.from(body), true, isDirect);
}

test('the receiver counts as connected only after a direct webhook of the service, and stays so over a restart', () => {
  expect(source('receiver')).toMatchObject({ state: 'waiting', lastHeardAt: null });
  expect(output('receiver')).toBe('Listening. Saved, not tested: no webhook signed with it has arrived yet.');
  notified(true, 'self-test.notification');
  notified(false);
  // Through the relay: that verifies the secret, but not the service's direct path to this computer.
  expect(webhookSecretView(parts())).toMatchObject({ isSaved: true, verifiedAt: time.service.iso(time.wall()), isRefused: false });
  expect(source('receiver')).toMatchObject({ state: 'waiting', lastHeardAt: null, text: 'Listening.' });
  notified(true);
  const heard = { state: 'connected', lastHeardAt: time.service.iso(time.wall()) };
  expect(source('receiver')).toMatchObject(heard);
  store.close();
  store = testStore(dir, { time, backups: null });
  expect(source('receiver')).toMatchObject(heard);
});

test('the shown time of the last webhook is at most a minute old', async () => {
  notified(true);
  const first = time.wall();
  await time.advance(30_000);
  notified(true);
  expect(source('receiver').lastHeardAt).toBe(time.service.iso(first));
  await time.advance(31_000);
  notified(true);
  expect(source('receiver').lastHeardAt).toBe(time.service.iso(first + 61_000));
});

test('a receiver that rejects all webhooks, has no secret or no port is lost, and shows why', () => {
  notified(true);
  wrong = { are: 'some', count: 3, since: time.wall() };
  expect(source('receiver')).toMatchObject({ state: 'impaired', short: { code: 'status.alsoRefused' } });
  expect(output('receiver')).toMatch(/since .*: 3\./);
  wrong = { are: 'all' };
  expect(source('receiver')).toMatchObject({ state: 'lost', short: { code: 'status.refused' } });
  expect(webhookSecretView(parts()).isRefused).toBe(true);
  secretCount = 0;
  expect(source('receiver')).toMatchObject({ state: 'lost', short: { code: 'status.noSecret' } });
  listening = false;
  expect(source('receiver')).toMatchObject({ state: 'lost', text: 'The port is taken.', address: null });
  expect(webhookSecretView(parts()).isRefused).toBe(false);
});

test('the reading of orders is off before the first order, and connected only after an answer of the service', () => {
  expect(source('poller')).toMatchObject({ state: 'off', short: { code: 'status.idle' } });
  const body = orderBody('takeaway-cash');
  store.write(() => store.venues.connected(orderOf(body).venueId, time.wall()));
  readInto(store, time.wall, body);
  expect(source('poller')).toMatchObject({ state: 'connected', lastHeardAt: time.service.iso(time.wall()), short: null });
  contact = { state: 'unknown', text: 'Not checked yet.', hint: null, at: null };
  expect(source('poller')).toMatchObject({ state: 'waiting', lastHeardAt: null });
  contact = { state: 'trouble', text: "The service can't be reached.", hint: 'Check it.', at: null };
  expect(source('poller')).toMatchObject({ state: 'lost', text: "The service can't be reached.", hint: 'Check it.' });
});

test("a relay in the settings is listed as a source, and is lost if it refuses a venue or doesn't respond", () => {
  expect(intakeSources(parts()).map(({ kind }) => kind)).toEqual(['poller', 'receiver']);
  relay = RELAY;
  expect(source('relay')).toMatchObject({ state: 'connected', lastHeardAt: RELAY.lastProofAt, lastNewsAt: null });
  relay = { ...RELAY, refusedVenues: ['v2'] };
  expect(source('relay')).toMatchObject({ state: 'lost', hint: { code: 'relay.enterNewCode' } });
  expect(output('relay')).toContain('Venue v2');
  relay = { ...RELAY, state: 'connecting' };
  expect(source('relay')).toMatchObject({ state: 'waiting', short: { code: 'status.relayConnecting' } });
  relay = { ...RELAY, state: 'trouble', text: "The relay isn't responding." };
  expect(source('relay')).toMatchObject({ state: 'lost', text: "The relay isn't responding." });
});
