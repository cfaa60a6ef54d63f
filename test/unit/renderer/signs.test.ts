/** What the status bar claims. */
import { describe, expect, it } from 'vitest';
import type { PrinterView, RelayStateView } from '../../../contract/contract.ts';
import { printerSign, receiverSign, relaySign, serviceSign, tillSign, unlinked } from '../../../renderer/status/signs.ts';

const now = Date.parse('2026-11-20T18:30:00Z');
const service = (secondsAgo: number | null) => ({
  state: 'reachable' as const,
  says: 'The service answers.',
  lastContactAt: secondsAgo === null ? null : new Date(now - secondsAgo * 1000).toISOString(),
});
const printer = (over: Partial<PrinterView>): PrinterView => ({
  id: 'bar',
  name: 'Bar',
  address: '127.0.0.1:9100',
  state: 'ready',
  says: 'Ready.',
  waiting: 0,
  proved: true,
  lastContactAt: null,
  ...over,
});

describe('the status bar', () => {
  it('always says how old the last answer of the service is', () => {
    expect(serviceSign(service(12), now)).toMatchObject({ mood: 'good', short: 'answered 12 s ago' });
    expect(serviceSign(service(95), now)).toMatchObject({ mood: 'unsure', short: 'no usable answer for 1 min' });
    expect(serviceSign(service(null), now)).toMatchObject({ mood: 'unsure', short: 'no usable answer yet' });
  });

  it('does not say that a service which answers with a fault gives no answer', () => {
    const fault = { ...service(9), state: 'trouble' as const, says: 'The service has a fault.' };
    expect(serviceSign(fault, now)).toMatchObject({ mood: 'bad', short: 'no usable answer for 9 s' });
    expect(serviceSign({ ...fault, lastContactAt: null }, now)).toMatchObject({ mood: 'bad', short: 'no usable answer yet' });
  });

  it('has nothing to say against a service that there was nothing to ask of yet', () => {
    const idle = { ...service(null), state: 'unknown' as const, says: 'Not checked yet.', idle: true };
    expect(serviceSign(idle, now)).toMatchObject({ mood: 'quiet', short: 'nothing to check yet', says: 'Not checked yet.' });
    expect(serviceSign({ ...idle, idle: false }, now)).toMatchObject({ mood: 'unsure', short: 'no usable answer yet' });
  });

  it('brings the words of a printer in trouble, and how many slips wait for it', () => {
    expect(printerSign(printer({ state: 'trouble', says: 'Out of paper.', waiting: 3 }))).toMatchObject({
      mood: 'bad',
      short: '3 printouts waiting · Out of paper.',
    });
  });

  it('does not call a printer good that nobody has asked yet', () => {
    expect(printerSign(printer({ state: 'unknown' }))).toMatchObject({ mood: 'unsure', short: 'not checked yet' });
  });

  it('does not call a printer unchecked that has only been silent for a while', () => {
    const silent = printer({
      state: 'unknown',
      says: "It hasn't reported its status for a while.",
      lastContactAt: new Date(now).toISOString(),
    });
    expect(printerSign(silent)).toMatchObject({ mood: 'unsure', short: 'not heard from for a while' });
  });

  it('shows a receiver as green only where what arrives can be trusted', () => {
    const url = 'http://127.0.0.1:8741/notifications';
    const receiver = {
      state: 'listening',
      says: 'Listening.',
      url,
      hasSecret: true,
      provedAt: new Date(now - 60_000).toISOString(),
    } as const;
    expect(receiverSign(receiver, now)).toMatchObject({ mood: 'good', short: 'listening' });
    expect(receiverSign({ ...receiver, hasSecret: null }, now)).toMatchObject({ mood: 'unsure' });
    expect(receiverSign({ ...receiver, hasSecret: false }, now)).toMatchObject({ mood: 'bad', short: 'no secret' });
    expect(receiverSign({ ...receiver, refuses: true }, now)).toMatchObject({ mood: 'bad', short: 'webhooks rejected' });
  });

  it('calls a receiver neither good nor bad before anything has come that is signed with its secret', () => {
    const receiver = { state: 'listening', says: 'Listening.', url: null, hasSecret: true, provedAt: null } as const;
    expect(receiverSign(receiver, now)).toMatchObject({ mood: 'quiet', says: expect.stringContaining('Saved, not tested') });
  });

  it('tells of somebody who sends with another secret while orders keep coming, and raises no alarm for him', () => {
    const since = new Date(now - 600_000).toISOString();
    const receiver = { state: 'listening', says: 'Listening.', url: null, hasSecret: true, provedAt: since } as const;
    expect(receiverSign({ ...receiver, alsoRefuses: { count: 3, since } }, now)).toMatchObject({
      mood: 'unsure',
      short: 'other webhooks rejected',
      says: expect.stringMatching(/since .*: 3\./),
    });
  });

  it('shows a stopped receiver as bad', () => {
    expect(receiverSign({ state: 'stopped', says: 'The port is taken.', url: null, hasSecret: true, provedAt: null }, now)).toMatchObject({
      mood: 'bad',
      short: 'stopped',
    });
  });

  it('says how old the last proof of the till is, and what is in its way', () => {
    const at = new Date(now - 180_000).toISOString();
    expect(tillSign({ state: 'ready', says: 'The till accepted the last order.', lastContactAt: at }, now)).toMatchObject({
      mood: 'good',
      short: 'answered 3 min ago',
    });
    expect(tillSign({ state: 'trouble', says: "The till isn't responding.", lastContactAt: at }, now)).toMatchObject({
      mood: 'bad',
      short: "The till isn't responding.",
    });
  });

  it('claims nothing while Tillbridge itself cannot be reached', () => {
    expect(unlinked(serviceSign(service(1), now))).toMatchObject({ mood: 'quiet', short: 'not live' });
  });
});

describe('the relay in the status bar', () => {
  const relay = (secondsAgo: number | null, over: Partial<RelayStateView> = {}): RelayStateView => ({
    address: 'https://relay.example.test',
    state: 'connected',
    says: 'The relay answers.',
    remedy: null,
    answers: true,
    lastProofAt: secondsAgo === null ? null : new Date(now - secondsAgo * 1000).toISOString(),
    lastNewsAt: null,
    ...over,
  });

  it('is connected with a proof of the last seconds alone, and says how old it and the last notification are', () => {
    expect(relaySign(relay(2), now)).toMatchObject({ mood: 'good', short: 'answered just now' });
    const heard = relaySign(relay(7, { lastNewsAt: new Date(now - 600_000).toISOString() }), now);
    expect(heard).toMatchObject({ mood: 'good', short: 'answered 7 s ago' });
    expect(heard.says).toBe('The relay answers. Last webhook from the service: 10 min ago.');
  });

  it('is not, whatever was said of it last, once the proof is old', () => {
    expect(relaySign(relay(40), now)).toMatchObject({ mood: 'unsure', short: 'no usable answer for 40 s' });
    expect(relaySign(relay(null), now)).toMatchObject({ mood: 'unsure', short: 'no usable answer yet' });
    expect(relaySign(relay(null, { state: 'connecting' }), now)).toMatchObject({ mood: 'unsure', short: 'connecting' });
  });

  it('brings the words of its trouble', () => {
    const sign = relaySign(relay(20, { state: 'trouble', says: "The relay isn't responding." }), now);
    expect(sign).toMatchObject({ mood: 'bad', short: 'no usable answer for 20 s' });
    expect(sign.says).toBe("The relay isn't responding. (no usable answer for 20 s)");
  });
});
