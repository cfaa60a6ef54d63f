import { describe, expect, it } from 'vitest';
import { findPrinters, placesNearby } from '../../../main/printing/transports/find-printers.ts';
import { testPrinter } from '../../setup/parts.ts';

const card = (address: string, netmask: string, internal = false) => ({
  address,
  netmask,
  internal,
  family: 'IPv4' as const,
  mac: '',
  cidr: null,
});

describe('searching for printers', () => {
  it("finds printers with their state, and skips addresses that aren't printers", async () => {
    const ready = await testPrinter({ host: '127.0.0.2' });
    const empty = await testPrinter({ port: ready.port, host: '127.0.0.3' });
    empty.set({ paper_out: true });
    const at = (host: string, name: string | null = null) => ({ host, port: ready.port, name });
    const found = await findPrinters([
      ...['127.0.0.1', '127.0.0.2', '127.0.0.3', '127.0.0.4'].map((host) => at(host)),
      at('127.0.0.3', 'Kitchen'),
      at('127.0.0.4', 'Away'),
    ]);
    expect(found).toEqual([
      { ...at('127.0.0.2'), text: { code: 'printer.ready' } },
      { ...at('127.0.0.3', 'Kitchen'), text: { code: 'printer.outOfPaper' } },
    ]);
    expect([...ready.papers(), ...empty.papers()]).toEqual([]);
  });

  it("asks each network card's subnet, at most 256 addresses, and never this computer", () => {
    const nearby = (...given: Parameters<typeof placesNearby>) => placesNearby(...given).map(({ host }) => host);
    const small = nearby({ eth0: [card('192.168.1.77', '255.255.255.0')], lo: [card('127.0.0.1', '255.0.0.0', true)] });
    expect(small).toHaveLength(253);
    expect([small[0], small.at(-1), small.includes('192.168.1.77')]).toEqual(['192.168.1.1', '192.168.1.254', false]);
    const large = nearby({ eth0: [card('10.1.2.3', '255.0.0.0')] });
    expect([large.length, large[0], large.at(-1)]).toEqual([253, '10.1.2.1', '10.1.2.254']);
    expect(nearby({ eth0: [card('10.0.0.1', '255.255.255.255')] })).toEqual([]);
  });
});
