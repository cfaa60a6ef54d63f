/** Values that the printer form derives from what is typed. */
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { PrinterSettings } from '../../../contract/contract.ts';
import { freeId, isHost, PAPERS, paperOf } from '../../../renderer/parts/printers/printer-fields.ts';

describe('a new printer', () => {
  it.each(['Kitchen', 'Küche 2', '  Bar / Pass ', '厨房', '---', 'A very long name that nobody would ever give to a printer'])(
    'called "%s" gets an ID that the settings accept',
    (name) => {
      const printer = { id: freeId(name, []), name, host: '127.0.0.1' };
      expect(v.safeParse(PrinterSettings, printer).issues).toBeUndefined();
    },
  );

  it("never gets another printer's ID, which the print log uses", () => {
    expect(freeId('Bar', ['bar', 'bar-2'])).toBe('bar-3');
    expect(freeId('Küche', [])).toBe('kuche');
  });

  it('has a paper size that follows from its columns and dots', () => {
    expect([PAPERS['80'], PAPERS['58'], { columns: 42, dots: 512 }].map(paperOf)).toEqual(['80', '58', 'other']);
  });
});

describe('the network address of a printer', () => {
  it.each(['192.168.1.50', ' printer.local ', 'epson-kitchen', 'fe80::1', '::1'])('%s is valid', (host) => {
    expect(isHost(host)).toBe(true);
  });

  it.each(['http://192.168.1.50', '192.168.1.50:9100', '192.168.1.50/', 'kitchen printer', 'user@printer'])('%s is invalid', (host) => {
    expect(isHost(host)).toBe(false);
  });
});
