/** What a printer says of itself over SNMP, from a real agent: Debian's snmpd with the tables of a printer. */

import { createSocket } from 'node:dgram';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNetworkAsker } from '../../../main/printing/transports/ask-network.ts';
import { meaningOf, networkStatus } from '../../../main/printing/transports/network-status.ts';
import { printerWith } from '../../../main/settings/settings.ts';
import { systemTime } from '../../../main/time/system-time.ts';
import { until } from '../../e2e/venue/venue.ts';
import {
  BINDING,
  type HostileDevice,
  PDU_TYPES,
  type Question,
  startHostileDevice,
  wellFormed,
} from '../../faults/attacks/printers/hostile-device.ts';
import { type PrinterStatusReply, type SnmpPrinter, startSnmpPrinter, whyNoSnmp } from '../../setup/snmp-printer.ts';

/** Long enough for a busy computer. */
const PATIENT_MS = 10_000;
const noSnmp = whyNoSnmp();

describe.skipIf(noSnmp !== null)(`an agent${noSnmp ? ` (${noSnmp})` : ''}`, () => {
  let printer: SnmpPrinter;
  beforeAll(async () => {
    printer = await startSnmpPrinter();
  });
  afterAll(() => printer.close());
  const WELL: PrinterStatusReply = { printer: 3, device: 2, errors: '00', alerts: [] };
  const asked = (version: 'v1' | 'v2c' = 'v2c', community = 'public', withinMs = PATIENT_MS) =>
    networkStatus({ host: printer.host, port: printer.port, community }, version, withinMs);

  it.each<[string, Partial<PrinterStatusReply>, string | null]>([
    ['idle', {}, null],
    ['printing', { printer: 4 }, null],
    ['out of paper', { errors: '40', printer: 1 }, 'paper-out'],
    ['with an open cover', { errors: '08' }, 'cover-open'],
    ['with an open cover and no paper', { errors: '48' }, 'cover-open'],
    ['jammed', { errors: '04' }, 'printer-error'],
    ['offline', { errors: '02' }, 'offline'],
    ['down', { device: 5, printer: 1 }, 'printer-error'],
    ['with an alert of an empty roll', { alerts: [{ severity: 3, group: 8, code: 808 }] }, 'paper-out'],
    ['with an alert of an empty feed', { alerts: [{ severity: 3, group: 8, code: 13 }] }, 'paper-out'],
    [
      'with an alert of an open door',
      {
        alerts: [
          { severity: 4, group: 5, code: 507 },
          { severity: 3, group: 6, code: 501 },
        ],
      },
      'cover-open',
    ],
    [
      'with alerts that are none of ours',
      {
        alerts: [
          { severity: 3, group: 11, code: 13 },
          { severity: 4, group: 8, code: 808 },
        ],
      },
      null,
    ],
  ])('of a printer that is %s', async (_what, reply, code) => {
    printer.set({ ...WELL, ...reply });
    for (const version of ['v1', 'v2c'] as const) expect((await asked(version))?.trouble?.code ?? null).toBe(code);
  });

  it.each<[string, Partial<PrinterStatusReply>]>([
    ['its state', { errors: '80' }],
    ['an alert', { alerts: [{ severity: 4, group: 8, code: 807 }] }],
  ])('that says by %s that the roll is nearly empty warns and keeps nothing back', async (_what, reply) => {
    printer.set({ ...WELL, ...reply });
    expect(await asked()).toEqual({
      trouble: null,
      warnings: [{ code: 'printer.paperLowByNetwork' }],
      isWell: true,
    });
  });

  it('that does not know how its printer is proves nothing', async () => {
    printer.set({ ...WELL, printer: 2 });
    expect(await asked()).toEqual({ trouble: null, warnings: [], isWell: false });
  });

  it('that has no printer, or another community, is as good as none', async () => {
    printer.set({ ...WELL, printer: null });
    expect(await asked()).toBeNull();
    printer.set(WELL);
    expect(await asked('v2c', 'another', 300)).toBeNull();
  });

  it('that speaks the old version alone is asked in it from then on', async () => {
    const old = await startSnmpPrinter({ versions: ['v1'] });
    try {
      const asker = createNetworkAsker(systemTime);
      const of = printerWith({ id: 'x', name: 'X', host: old.host, snmp_port: old.port });
      expect(await asker.askKnown(of)).toBeNull();
      // On a busy computer an answer may come after the time for it: it is asked again then.
      await until('an answer', async () => (await asker.ask(of))?.isWell);
      old.set({ errors: '40' });
      expect(await asker.askKnown(of)).toMatchObject({ trouble: { code: 'paper-out' } });
    } finally {
      await old.close();
    }
  });
});

describe('a device that answers no SNMP', () => {
  it('is no trouble, whatever it sends', async () => {
    const answers = [
      Buffer.from(''),
      Buffer.from('hello'),
      Buffer.from('3082ffff', 'hex'),
      Buffer.alloc(60_000, 0x30),
      Buffer.from('302902010104067075626c6963a21c', 'hex'),
    ];
    const socket = createSocket('udp4');
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    socket.on('message', (_question, from) => {
      for (const answer of answers) socket.send(answer, from.port, from.address);
    });
    try {
      expect(await networkStatus({ host: '127.0.0.1', port: socket.address().port, community: 'public' }, 'v2c', 300)).toBeNull();
    } finally {
      socket.close();
    }
  });

  it.each(Object.entries(PDU_TYPES))('is no trouble, although it answers with %s as SNMP has it', async (_name, type) => {
    const device = await startHostileDevice((question) => [wellFormed(question, type, [])]);
    try {
      for (const version of ['v1', 'v2c'] as const) {
        expect(await networkStatus({ host: device.host, port: device.snmpPort, community: 'public' }, version, 300)).toBeNull();
      }
      expect(device.questions()).toBe(2);
    } finally {
      await device.close();
    }
  });

  it('is no trouble, although it sends datagram after datagram that answers nothing', async () => {
    const device = await startHostileDevice((question) => Array(500).fill(wellFormed({ ...question, id: [0] }, 0xa2)));
    try {
      expect(await networkStatus({ host: device.host, port: device.snmpPort, community: 'public' }, 'v2c', 300)).toBeNull();
    } finally {
      await device.close();
    }
  });

  it('is not spoken for by another device', async () => {
    const well = (question: Question): Buffer => wellFormed(question, 0xa2, [...BINDING, ...BINDING]);
    const stranger = createSocket('udp4');
    const itself = await startHostileDevice((question) => [well(question)]);
    const spokenFor = await startHostileDevice((question, from) => {
      stranger.send(well(question), from.port, from.address);
      return [];
    });
    try {
      const of = ({ host, snmpPort: port }: HostileDevice) => networkStatus({ host, port, community: 'public' }, 'v2c', 300);
      expect(await of(itself)).toMatchObject({ isWell: true });
      expect(await of(spokenFor)).toBeNull();
    } finally {
      stranger.close();
      await itself.close();
      await spokenFor.close();
    }
  });

  it('is asked seldom, and not at all where no community is set', async () => {
    const socket = createSocket('udp4');
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    let questions = 0;
    socket.on('message', () => {
      questions += 1;
    });
    try {
      let now = 0;
      const asker = createNetworkAsker({ ...systemTime, monotonic: () => now });
      const silent = printerWith({ id: 'x', name: 'X', host: '127.0.0.1', snmp_port: socket.address().port });
      expect(await asker.ask({ ...silent, snmp_community: null })).toBeNull();
      expect(await asker.ask({ ...silent, via: 'device' })).toBeNull();
      expect(questions).toBe(0);
      for (let look = 0; look < 3; look += 1) expect(await asker.ask(silent)).toBeNull();
      expect(questions).toBe(2);
      now += 6 * 60_000;
      await asker.ask(silent);
      expect(questions).toBe(4);
    } finally {
      socket.close();
    }
  });

  it('or has a name that is none, is no trouble either', async () => {
    expect(await networkStatus({ host: 'no such name', port: 161, community: 'public' }, 'v2c', 300)).toBeNull();
  });
});

it('the numbers of any device mean something or nothing, and never throw', () => {
  for (const errors of [Buffer.alloc(0), Buffer.alloc(1), Buffer.alloc(200, 0xff)]) {
    for (const number of [Number.NaN, -1, 0, 2 ** 40]) {
      expect(
        meaningOf({ printer: number, device: number, errors, alerts: [{ severity: number, group: number, code: number }] }),
      ).toHaveProperty('isWell');
    }
  }
});
