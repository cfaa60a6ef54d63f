/** The worker of the one durable queue, with every kind of job there is. */
import { createCommandKind, isOurRejection, mayBeOurRejection } from '../../outbox/commands.ts';
import { createDeliveryKind } from '../../outbox/deliveries.ts';
import { createPinKind } from '../../outbox/delivery-pins.ts';
import { createOperationKind } from '../../outbox/operations.ts';
import { watchPrinters } from '../../printing/spool/watch-printers.ts';
import { startWorker } from '../../store/queue/worker.ts';
import { createTillKind } from '../../till/hand-off.ts';
import type { AskingSide } from './asking.ts';
import type { Basics } from './basics.ts';
import type { DeadlineSide } from './deadlines.ts';
import type { Keeping } from './keeping.ts';
import { prepareMonthly } from './monthly.ts';
import type { PaperSide } from './paper.ts';
import type { ReadingSide } from './reading.ts';
import type { ScreenSide } from './screen.ts';
import type { SellingSide } from './selling.ts';

interface Sides {
  keeping: Keeping;
  asking: AskingSide;
  paper: PaperSide;
  deadlines: DeadlineSide;
  reading: ReadingSide;
  screen: ScreenSide;
  selling: SellingSide;
}

export function startQueue(basics: Basics, { keeping, asking, deadlines, paper, reading, screen, selling }: Sides): void {
  const { settings, time, currencyDigits, onDefect, logDefect, opened } = basics;
  const { store } = keeping;
  const { api, deliveryApi, contact } = asking;
  const { reader, poller } = reading;
  const onTaken = (orderId: string): void => poller.followUp(orderId);
  const worker = startWorker({
    store,
    time,
    onDefect: (error, job) => logDefect(error, 'defect in a job', { job: job?.id, kind: job?.kind }),
    kinds: [
      reader.kind,
      createCommandKind({ store, api, time, read: reader.read, onTaken, isGone: contact.isGone }),
      createOperationKind({
        store,
        api,
        refundUnit: () => settings.get().service.refund_unit,
        currencyDigits,
        read: reader.read,
        onTaken,
      }),
      paper.spool.kind,
      createDeliveryKind({ store, api: deliveryApi, now: time.service.now, onOrdered: paper.slips.due }),
      createPinKind({ store, api: deliveryApi }),
      paper.slips.kind,
      createTillKind({
        time,
        store,
        till: () => settings.get().pos,
        asPromised: paper.promised,
        report: paper.report,
        isOurRejection,
        mayBeOurRejection,
        onContact: screen.tellTill,
      }),
      ...selling.kinds,
      prepareMonthly(basics, keeping, deadlines),
    ],
  });
  opened.defer(worker.stop);
  opened.defer(watchPrinters({ store, printerService: paper.printerService, printers: () => settings.get().printers, time, onDefect }));
}
