/** Hosts and IP addresses as people, printers and settings write them. */
import * as v from 'valibot';
import { describe, expect, it, test } from 'vitest';
import { hostAndPort, OwnAddress, reachedAt, readAddress, readHost, ServiceAddress } from '../../../contract/address.ts';
import { PrinterSettings, Settings } from '../../../contract/settings/settings.ts';
import { placeOf } from '../../../main/printing/transports/printer.ts';
import { RelaySettings } from '../../../relay/settings/settings.ts';

describe('leading zeros are decimal, never octal', () => {
  it.each([
    ['192.168.001.050', '192.168.1.50'],
    [' 010.000.000.012 ', '10.0.0.12'],
    ['192.168.1.50', '192.168.1.50'],
    ['[fe80::1]', 'fe80::1'],
    ['kitchen-010', 'kitchen-010'],
  ])('%j as a host', (text, host) => expect(readHost(text)).toBe(host));

  it.each([
    ['http://192.168.001.050:9000/orders', 'http://192.168.1.50:9000/orders'],
    ['https://till:key@010.0.0.012', 'https://till:key@10.0.0.12/'],
    ['http://till.example.test/192.168.001.050', 'http://till.example.test/192.168.001.050'],
    ['http://192.168.001.050.example.test/', 'http://192.168.001.050.example.test/'],
  ])('%j as an address', (text, href) => expect(readAddress(text)?.href).toBe(href));

  test('the settings of printers, tills, receivers and relays read them as decimal', () => {
    expect(v.parse(PrinterSettings, { id: 'k', name: 'K', host: '192.168.001.050' }).host).toBe('192.168.1.50');
    expect(v.parse(OwnAddress, 'http://192.168.001.050/orders')).toBe('http://192.168.1.50/orders');
    expect(v.parse(Settings, { receiver: { host: '192.168.001.010' } }).receiver.host).toBe('192.168.1.10');
    expect(v.parse(RelaySettings, { listen: { host: '010.0.0.1' } }).listen.host).toBe('10.0.0.1');
    expect(v.parse(RelaySettings, { alerts: { url: 'https://010.0.0.1/' } }).alerts?.url).toBe('https://10.0.0.1/');
  });

  test('plain HTTP is accepted only to this computer, judged by the address without leading zeros', () => {
    expect(v.parse(ServiceAddress, 'http://127.000.000.001:4010')).toBe('http://127.0.0.1:4010');
    for (const text of [
      'http://010.0.0.1',
      'http://127.0.0.1@010.0.0.1',
      'http://127.000.000.001@example.test',
      'http://0177.0.0.1.example.test',
    ])
      expect(v.is(ServiceAddress, text), text).toBe(false);
  });
});

describe('an address is built from a host and a port', () => {
  it.each([
    ['::', 'http://[::1]:8741/'],
    ['0.0.0.0', 'http://127.0.0.1:8741/'],
    ['fe80::1', 'http://[fe80::1]:8741/'],
    ['192.0.2.1', 'http://192.0.2.1:8741/'],
  ])('of a server listening on %s', (host, href) => expect(readAddress(`http://${reachedAt(host, 8741)}`)?.href).toBe(href));

  test('of a printer', () => {
    expect(hostAndPort('fe80::1', 9100)).toBe('[fe80::1]:9100');
    expect(placeOf({ ...v.parse(PrinterSettings, { id: 'k', name: 'K', host: '[fe80::1]' }) })).toBe('[fe80::1]:9100');
  });
});
