/** What the status bar says about order sources, printers and the till. */
import { describe, expect, it } from 'vitest';
import type { IntakeSource, PrinterView } from '../../../contract/contract.ts';
import { intakeSign, printerSign, tillSign, unlinked } from '../../../renderer/state/signs.ts';

const now = Date.parse('2026-11-20T18:30:00Z');
const ago = (seconds: number | null): string | null => (seconds === null ? null : new Date(now - seconds * 1000).toISOString());
const service = (secondsAgo: number | null, over: Partial<IntakeSource> = {}): IntakeSource => ({
  kind: 'poller',
  state: 'connected',
  lastHeardAt: ago(secondsAgo),
  verifiedForMs: 15_000,
  text: 'The service answers.',
  hint: null,
  short: null,
  address: null,
  ...over,
});
const receiver = (over: Partial<IntakeSource> = {}): IntakeSource =>
  service(60, {
    kind: 'receiver',
    verifiedForMs: null,
    text: 'Listening.',
    short: 'listening',
    address: 'http://127.0.0.1:8741/notifications',
    ...over,
  });
const relay = (secondsAgo: number | null, over: Partial<IntakeSource> = {}): IntakeSource =>
  service(secondsAgo, { kind: 'relay', lastNewsAt: null, text: 'The relay answers.', address: 'https://relay.example.test', ...over });
const printer = (over: Partial<PrinterView>): PrinterView => ({
  id: 'bar',
  name: 'Bar',
  address: '127.0.0.1:9100',
  state: 'ready',
  text: 'Ready.',
  waiting: 0,
  verified: true,
  lastContactAt: null,
  ...over,
});

describe('the status bar', () => {
  it("always shows the age of the service's last answer", () => {
    expect(intakeSign(service(12), now)).toMatchObject({ mood: 'good', short: 'answered 12 s ago' });
    expect(intakeSign(service(95), now)).toMatchObject({ mood: 'unsure', short: 'no usable answer for 1 min' });
    expect(intakeSign(service(null, { state: 'waiting' }), now)).toMatchObject({ mood: 'unsure', short: 'no usable answer yet' });
  });

  it('is green only with an answer of the last 15 seconds', () => {
    const moods = (...sources: IntakeSource[]) => sources.map((source) => intakeSign(source, now).mood);
    expect(moods(service(4), service(15), service(16), service(null))).toEqual(['good', 'good', 'unsure', 'unsure']);
    expect(moods(service(1, { lastHeardAt: 'yesterday' }), receiver({ lastHeardAt: null }), relay(null))).toEqual([
      'unsure',
      'unsure',
      'unsure',
    ]);
    expect(moods(service(1, { state: 'waiting' }), service(1, { state: 'lost' }))).toEqual(['unsure', 'bad']);
  });

  it('distinguishes a service that answers with errors from one without answer', () => {
    const fault = { state: 'lost', text: 'The service has a fault.' } as const;
    expect(intakeSign(service(9, fault), now)).toMatchObject({ mood: 'bad', short: 'no usable answer for 9 s' });
    expect(intakeSign(service(null, fault), now)).toMatchObject({ mood: 'bad', short: 'no usable answer yet' });
  });

  it("has no complaint about a service that hasn't been called yet", () => {
    const off = service(null, { state: 'off', text: 'Not checked yet.', short: 'nothing to check yet' });
    expect(intakeSign(off, now)).toMatchObject({ mood: 'quiet', short: 'nothing to check yet', text: 'Not checked yet.' });
  });

  it("shows a printer's trouble, and how many tickets wait for it", () => {
    expect(printerSign(printer({ state: 'trouble', text: 'Out of paper.', waiting: 3 }))).toMatchObject({
      mood: 'bad',
      short: '3 printouts waiting · Out of paper.',
    });
  });

  it("doesn't call an unchecked printer good", () => {
    expect(printerSign(printer({ state: 'unknown' }))).toMatchObject({ mood: 'unsure', short: 'not checked yet' });
  });

  it('calls a printer that stopped reporting silent, not unchecked', () => {
    const silent = printer({
      state: 'unknown',
      text: "It hasn't reported its status for a while.",
      lastContactAt: new Date(now).toISOString(),
    });
    expect(printerSign(silent)).toMatchObject({ mood: 'unsure', short: 'not heard from for a while' });
  });

  it('calls a listening receiver neutral before its first webhook', () => {
    expect(intakeSign(receiver(), now)).toMatchObject({ mood: 'good', short: 'listening' });
    expect(intakeSign(receiver({ state: 'waiting', lastHeardAt: null }), now)).toMatchObject({ mood: 'quiet', text: 'Listening.' });
    expect(intakeSign(receiver({ state: 'lost', short: 'stopped' }), now)).toMatchObject({ mood: 'bad', short: 'stopped' });
  });

  it('warns about an impaired source that still receives', () => {
    expect(intakeSign(receiver({ state: 'impaired' }), now)).toMatchObject({ mood: 'unsure' });
  });

  it("shows an order source or state of a newer Tillbridge that this version doesn't know", () => {
    expect(intakeSign(service(1, { kind: 'pigeon' }), now)).toMatchObject({ name: 'pigeon', mood: 'good', short: 'answered just now' });
    expect(intakeSign(service(1, { state: 'asleep' as never }), now)).toMatchObject({ mood: 'unsure' });
  });

  it("shows the age of the till's last contact, and its trouble", () => {
    const at = new Date(now - 180_000).toISOString();
    expect(tillSign({ state: 'ready', text: 'The till accepted the last order.', lastContactAt: at }, now)).toMatchObject({
      mood: 'good',
      short: 'answered 3 min ago',
    });
    expect(tillSign({ state: 'trouble', text: "The till isn't responding.", lastContactAt: at }, now)).toMatchObject({
      mood: 'bad',
      short: "The till isn't responding.",
    });
    const unasked = tillSign({ state: 'unknown', text: 'Not checked yet.', lastContactAt: null }, now);
    expect(unasked).toMatchObject({ mood: 'quiet', short: 'not checked yet' });
  });

  it("claims nothing while Tillbridge can't be reached", () => {
    expect(unlinked(intakeSign(service(1), now))).toMatchObject({ mood: 'quiet', short: 'not live' });
  });
});

describe('the relay in the status bar', () => {
  it('counts as connected only with an answer of the last seconds, and shows its age', () => {
    expect(intakeSign(relay(2), now)).toMatchObject({ mood: 'good', short: 'answered just now' });
    const heard = intakeSign(relay(7, { lastNewsAt: new Date(now - 600_000).toISOString() }), now);
    expect(heard).toMatchObject({ mood: 'good', short: 'answered 7 s ago' });
    expect(heard.text).toBe('The relay answers. Last webhook from the service: 10 min ago.');
  });

  it("doesn't count as connected once its last answer is old, whatever its last state", () => {
    expect(intakeSign(relay(40), now)).toMatchObject({ mood: 'unsure', short: 'no usable answer for 40 s' });
    expect(intakeSign(relay(null), now)).toMatchObject({ mood: 'unsure', short: 'no usable answer yet' });
    expect(intakeSign(relay(null, { state: 'waiting', short: 'connecting' }), now)).toMatchObject({ mood: 'unsure', short: 'connecting' });
  });

  it('shows its trouble', () => {
    const sign = intakeSign(relay(20, { state: 'lost', text: "The relay isn't responding." }), now);
    expect(sign).toMatchObject({ mood: 'bad', short: 'no usable answer for 20 s' });
    expect(sign.text).toBe("The relay isn't responding. (no usable answer for 20 s)");
  });
});
