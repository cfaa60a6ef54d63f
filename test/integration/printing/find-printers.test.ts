import { describe, expect, it } from 'vitest';
import { addressesNearby, findPrinters } from '../../../main/printing/transports/find-printers.ts';
import { startVirtualPrinter } from '../../../sandbox/printer/virtual-printer.ts';

const card = (address: string, netmask: string, internal = false) => ({
  address,
  netmask,
  internal,
  family: 'IPv4' as const,
  mac: '',
  cidr: null,
});

describe('looking for printers', () => {
  it('finds those that take jobs, says how they are, and passes over every other address', async () => {
    const ready = await startVirtualPrinter({ port: 0, host: '127.0.0.2' });
    const empty = await startVirtualPrinter({ port: ready.port, host: '127.0.0.3' });
    empty.set({ paper_out: true });
    const found = await findPrinters(['127.0.0.1', '127.0.0.2', '127.0.0.3', '127.0.0.4'], ready.port);
    expect(found).toEqual([
      { host: '127.0.0.2', port: ready.port, says: { code: 'ready' } },
      { host: '127.0.0.3', port: ready.port, says: { code: 'printer-is-out-of-paper' } },
    ]);
    expect([...ready.papers(), ...empty.papers()]).toEqual([]);
    await Promise.all([ready.close(), empty.close()]);
  });

  it('asks the subnet of each network card, never this computer itself, and no more than 256 around it', () => {
    const small = addressesNearby({ eth0: [card('192.168.1.77', '255.255.255.0')], lo: [card('127.0.0.1', '255.0.0.0', true)] });
    expect(small).toHaveLength(253);
    expect([small[0], small.at(-1), small.includes('192.168.1.77')]).toEqual(['192.168.1.1', '192.168.1.254', false]);
    const large = addressesNearby({ eth0: [card('10.1.2.3', '255.0.0.0')] });
    expect([large.length, large[0], large.at(-1)]).toEqual([253, '10.1.2.1', '10.1.2.254']);
    expect(addressesNearby({ eth0: [card('10.0.0.1', '255.255.255.255')] })).toEqual([]);
  });
});
