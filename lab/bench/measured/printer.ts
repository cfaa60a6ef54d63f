/** Time from an accept at the service to the ticket's first byte at the printer, compared with a bare socket. */

import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { until } from '../../../test/e2e/venue/venue.ts';
import { openVenueProcess } from '../../faults/venue-process.ts';
import { portOf, startProgram } from '../beside/program.ts';
import { endOrder } from '../load/end-order.ts';
import { timesInTurns } from '../table/rounds.ts';
import { type Row, timesBeside } from '../table/row.ts';
import { median } from '../table/statistics.ts';

const ORDERS = 20;
const TICKET = Buffer.alloc(600, 0x41);

export async function measurePrinter(): Promise<Row[]> {
  let arrivedAt = 0;
  const printer = createServer((socket) =>
    socket.on('data', () => {
      arrivedAt ||= Date.now();
    }),
  );
  await new Promise<void>((resolve) => printer.listen(0, '127.0.0.1', resolve));
  const bare = await startProgram('lab/bench/beside/socket.ts', String((printer.address() as AddressInfo).port));
  await using app = await openVenueProcess({ robot: false });
  const { venue } = app;
  try {
    await app.switchOn();
    const times = await timesInTurns(ORDERS, async () => {
      const known = venue.printer.papers().length;
      const orderId = await app.place('takeaway');
      await until('the order to be read', async () => (await venue.asked(orderId, 'get order v2')) > 0);
      await venue.control('POST', `/orders/${orderId}/staff-accept`);
      const paper = await until('the ticket', () => venue.printer.papers()[known]);
      const accepted = (await venue.atService(orderId)).history.find(({ event }) => event === 'accepted');
      const here = Date.parse(paper.at) - Date.parse(String((accepted as unknown as { at: string }).at));
      await until('the end of the ticket', () => venue.printer.papers()[known]?.cut);
      arrivedAt = 0;
      const sentAt = Date.now();
      await fetch(`http://127.0.0.1:${portOf(bare)}/`, { method: 'POST', body: TICKET });
      await until('the bare ticket', () => arrivedAt);
      await endOrder(venue, orderId);
      return { here, bare: arrivedAt - sentAt };
    });
    const row = timesBeside(times.here, 'a post that opens a bare socket', times.bare);
    return [
      row('printer-median', 'accepted at the service to first byte at the printer, median', median, 5),
      row('printer-slowest', `the same, slowest of ${ORDERS}`, (values) => Math.max(...values), 20),
    ];
  } finally {
    await bare.end();
    printer.close();
  }
}
