/** What the status bar claims. */
import { describe, expect, it } from 'vitest';
import type { PrinterView } from '../../../contract/contract.ts';
import { printerSign, receiverSign, serviceSign, tillSign, unlinked } from '../../../renderer/status/signs.ts';

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
  lastContactAt: null,
  ...over,
});

describe('the status bar', () => {
  it('always says how old the last answer of the service is', () => {
    expect(serviceSign(service(12), now)).toMatchObject({ mood: 'good', short: 'answered 12 s ago' });
    expect(serviceSign(service(95), now)).toMatchObject({ mood: 'unsure', short: 'no answer for 1 min' });
    expect(serviceSign(service(null), now)).toMatchObject({ mood: 'unsure', short: 'no answer yet' });
  });

  it('has nothing to say against a service that there was nothing to ask of yet', () => {
    const idle = { ...service(null), state: 'unknown' as const, says: 'Not asked yet.', idle: true };
    expect(serviceSign(idle, now)).toMatchObject({ mood: 'quiet', short: 'nothing to ask yet', says: 'Not asked yet.' });
    expect(serviceSign({ ...idle, idle: false }, now)).toMatchObject({ mood: 'unsure', short: 'no answer yet' });
  });

  it('brings the words of a printer in trouble, and how many slips wait for it', () => {
    expect(printerSign(printer({ state: 'trouble', says: 'Out of paper.', waiting: 3 }))).toMatchObject({
      mood: 'bad',
      short: '3 slips wait · Out of paper.',
    });
  });

  it('does not call a printer good that nobody has asked yet', () => {
    expect(printerSign(printer({ state: 'unknown' })).mood).toBe('unsure');
  });

  it('shows a receiver as green only where what arrives can be trusted', () => {
    const receiver = { state: 'listening', says: 'Listening.', url: 'http://127.0.0.1:8741/notifications' } as const;
    expect(receiverSign({ ...receiver, hasSecret: true })).toMatchObject({ mood: 'good', short: 'listening' });
    expect(receiverSign({ ...receiver, hasSecret: null })).toMatchObject({ mood: 'unsure' });
    expect(receiverSign({ ...receiver, hasSecret: false })).toMatchObject({ mood: 'bad', short: 'no secret' });
  });

  it('shows a stopped receiver as bad', () => {
    expect(receiverSign({ state: 'stopped', says: 'The port is taken.', url: null, hasSecret: true })).toMatchObject({
      mood: 'bad',
      short: 'stopped',
    });
  });

  it('says how old the last proof of the till is, and what is in its way', () => {
    const at = new Date(now - 180_000).toISOString();
    expect(tillSign({ state: 'ready', says: 'The till took the last order.', lastContactAt: at }, now)).toMatchObject({
      mood: 'good',
      short: 'answered 3 min ago',
    });
    expect(tillSign({ state: 'trouble', says: 'The till does not answer.', lastContactAt: at }, now)).toMatchObject({
      mood: 'bad',
      short: 'The till does not answer.',
    });
  });

  it('claims nothing while Tillbridge itself cannot be reached', () => {
    expect(unlinked(serviceSign(service(1), now))).toMatchObject({ mood: 'quiet', short: 'not live' });
  });
});
