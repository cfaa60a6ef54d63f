/** What the status bar says about order sources, printers and the till. */
import { expect, it } from 'vitest';
import type { IntakeSource, PrinterView } from '../../../contract/contract.ts';
import { intakeSign, printerSign, type Sign, tillSign, unlinked } from '../../../renderer/state/signs.ts';

const now = Date.parse('2026-11-20T18:30:00Z');
const ago = (seconds: number | null): string | null => (seconds === null ? null : new Date(now - seconds * 1000).toISOString());
const service = (secondsAgo: number | null, over: Partial<IntakeSource> = {}): IntakeSource => ({
  ...{ kind: 'poller', state: 'connected', verifiedForMs: 15_000, text: 'The service answers.', hint: null, short: null, address: null },
  lastHeardAt: ago(secondsAgo),
  ...over,
});
const receiver = (over: Partial<IntakeSource> = {}): IntakeSource =>
  service(60, { kind: 'receiver', verifiedForMs: null, text: 'Listening.', short: 'listening', ...over });
const relay = (secondsAgo: number | null, over: Partial<IntakeSource> = {}): IntakeSource =>
  service(secondsAgo, { kind: 'relay', lastNewsAt: null, text: 'The relay answers.', address: 'https://relay.example.test', ...over });
const printer = (over: Partial<PrinterView>): PrinterView => ({
  ...{ id: 'bar', name: 'Bar', address: '127.0.0.1:9100', state: 'ready', text: 'Ready.', waiting: 0, verified: true, lastContactAt: null },
  ...over,
});

const off = service(null, { state: 'off', text: 'Not checked yet.', short: 'nothing to check yet' });
const fault = { state: 'lost', text: 'The service has a fault.' } as const;

it.each<[what: string, source: IntakeSource, sign: Partial<Sign>]>([
  ["the age of the service's last answer", service(12), { mood: 'good', short: 'answered 12 s ago' }],
  ['that the last answer is old', service(95), { mood: 'unsure', short: 'no usable answer for 1 min' }],
  ['that there was no answer yet', service(null, { state: 'waiting' }), { mood: 'unsure', short: 'no usable answer yet' }],
  ['an answer of the last 15 seconds as green', service(15), { mood: 'good' }],
  ['an older answer as unsure', service(16), { mood: 'unsure' }],
  ['an unreadable time of an answer as unsure', service(1, { lastHeardAt: 'yesterday' }), { mood: 'unsure' }],
  ['a connected receiver without any webhook as unsure', receiver({ lastHeardAt: null }), { mood: 'unsure' }],
  ['a recent answer of a waiting source as unsure', service(1, { state: 'waiting' }), { mood: 'unsure' }],
  ['a recent answer of a lost source as bad', service(1, { state: 'lost' }), { mood: 'bad' }],
  ['a service that answers with errors, and for how long', service(9, fault), { mood: 'bad', short: 'no usable answer for 9 s' }],
  ['a service that never answered but with errors', service(null, fault), { mood: 'bad', short: 'no usable answer yet' }],
  ["no complaint about a service that hasn't been called", off, { mood: 'quiet', short: 'nothing to check yet', text: 'Not checked yet.' }],
  ['a listening receiver', receiver(), { mood: 'good', short: 'listening' }],
  [
    'a receiver before its first webhook as neutral',
    receiver({ state: 'waiting', lastHeardAt: null }),
    { mood: 'quiet', text: 'Listening.' },
  ],
  ['a stopped receiver', receiver({ state: 'lost', short: 'stopped' }), { mood: 'bad', short: 'stopped' }],
  ['an impaired source that still receives', receiver({ state: 'impaired' }), { mood: 'unsure' }],
  ['an unknown source of a newer Tillbridge', service(1, { kind: 'pigeon' }), { name: 'pigeon', mood: 'good', short: 'answered just now' }],
  ['an unknown state of a newer Tillbridge', service(1, { state: 'asleep' as never }), { mood: 'unsure' }],
  ['the recent answer of the relay', relay(2), { mood: 'good', short: 'answered just now' }],
  [
    "the relay's last webhook",
    relay(7, { lastNewsAt: ago(600) }),
    { mood: 'good', short: 'answered 7 s ago', text: 'The relay answers. Last webhook from the service: 10 min ago.' },
  ],
  ['a relay with an old answer as unsure, whatever its last state', relay(40), { mood: 'unsure', short: 'no usable answer for 40 s' }],
  ['a relay that never answered', relay(null), { mood: 'unsure', short: 'no usable answer yet' }],
  ['a connecting relay', relay(null, { state: 'waiting', short: 'connecting' }), { mood: 'unsure', short: 'connecting' }],
  [
    "the relay's trouble",
    relay(20, { state: 'lost', text: "The relay isn't responding." }),
    { mood: 'bad', short: 'no usable answer for 20 s', text: "The relay isn't responding. (no usable answer for 20 s)" },
  ],
])('the status bar shows %s', (_, source, sign) => {
  expect(intakeSign(source, now)).toMatchObject(sign);
});

it("the status bar claims nothing while Tillbridge can't be reached", () => {
  expect(unlinked(intakeSign(service(1), now))).toMatchObject({ mood: 'quiet', short: 'not live' });
});

const silent = { state: 'unknown', text: "It hasn't reported its status for a while.", lastContactAt: ago(0) } as const;

it.each<[what: string, printer: Partial<PrinterView>, sign: Partial<Sign>]>([
  [
    'its trouble, and how many tickets wait for it',
    { state: 'trouble', text: 'Out of paper.', waiting: 3 },
    { mood: 'bad', short: '3 printouts waiting · Out of paper.' },
  ],
  ['that it is unchecked, not good', { state: 'unknown' }, { mood: 'unsure', short: 'not checked yet' }],
  ['that it stopped reporting', silent, { mood: 'unsure', short: 'not heard from for a while' }],
])('of a printer the status bar shows %s', (_, over, sign) => {
  expect(printerSign(printer(over))).toMatchObject(sign);
});

it.each<[what: string, till: Parameters<typeof tillSign>[0], sign: Partial<Sign>]>([
  [
    'the age of its last contact',
    { state: 'ready', text: 'The till accepted the last order.', lastContactAt: ago(180) },
    { mood: 'good', short: 'answered 3 min ago' },
  ],
  [
    'its trouble',
    { state: 'trouble', text: "The till isn't responding.", lastContactAt: ago(180) },
    { mood: 'bad', short: "The till isn't responding." },
  ],
  [
    'that it is unchecked',
    { state: 'unknown', text: 'Not checked yet.', lastContactAt: null },
    { mood: 'quiet', short: 'not checked yet' },
  ],
])('of the till the status bar shows %s', (_, till, sign) => {
  expect(tillSign(till, now)).toMatchObject(sign);
});
