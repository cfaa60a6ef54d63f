/** Default context of a card in tests: a venue that accepts orders here, with one ticket printer. */
import type { OrderCard } from '../../../contract/contract.ts';
import { answerBy } from '../../../main/orders/deadline.ts';
import { isoDigits } from '../../../main/orders/money/money.ts';
import type { Order } from '../../../main/orders/order.ts';
import { statedPlacement } from '../../../main/orders/placed-at.ts';
import { type RejectionEvidence, rejectionCause } from '../../../main/orders/rejection-cause.ts';
import { isOpen, stageOf } from '../../../main/orders/stage.ts';
import { commandStatus } from '../../../main/outbox/command-status.ts';
import { operationStatus } from '../../../main/outbox/operation-status.ts';
import { changedAt, oursAmong } from '../../../main/outbox/rejection-cause.ts';
import { type PrinterFacts, paperStatus } from '../../../main/printing/spool/paper-status.ts';
import { printerWith } from '../../../main/settings/settings.ts';
import type { Job } from '../../../main/store/queue/queue.ts';
import type { OrderRow } from '../../../main/store/rows/order-rows.ts';
import { tillStatus } from '../../../main/till/hand-off.ts';
import { type CardContext, orderCard } from '../../../main/view/card/card.ts';
import { otherFailures } from '../../../main/view/card/other-failures.ts';

export type Given = Partial<
  CardContext & Pick<RejectionEvidence, 'wasAnswered' | 'wasCancelClaimed'> & { jobs: readonly Job[] } & Pick<PrinterFacts, 'printers'>
>;

export const TICKET_PRINTER = printerWith({ id: 'kitchen', name: 'Kitchen', host: '127.0.0.1', documents: ['kitchen-ticket'] });

/** `now`: epoch ms. */
export function rowOf(order: Order, now: number, over: Partial<OrderRow> = {}): OrderRow {
  return {
    order,
    stage: stageOf(order),
    open: true,
    noticedAt: now,
    readAt: now,
    initialPickupEta: null,
    alerting: false,
    endedAt: null,
    ...over,
  };
}

function cardContext(row: OrderRow, now: number, { jobs = [], ...given }: Given = {}): CardContext {
  const { printers = [TICKET_PRINTER], wasAnswered = () => false, wasCancelClaimed = () => false, ...over } = given;
  const iso = (at: number) => new Date(at).toISOString();
  const placedAt = statedPlacement(row.order, now) ?? row.noticedAt;
  const rules = { acceptWithinSeconds: 180, confirmWithinSeconds: 900, acceptIsAbout: false };
  return {
    ...rules,
    venueName: 'Venue',
    currencyDigits: isoDigits,
    flavour: 'device-free',
    papers: paperStatus(jobs, { printers, troubleOf: () => null, ledger: () => [] }),
    till: tillStatus(jobs),
    hasTill: false,
    commands: commandStatus(row, jobs, { flavour: 'device-free', now, monotonic: now }),
    operations: operationStatus(jobs, isOpen(row.stage)),
    otherFailures: otherFailures(jobs),
    placedAt,
    rejected:
      row.stage !== 'rejected'
        ? null
        : rejectionCause({
            ours: oursAmong(jobs),
            wasAnswered,
            wasCancelClaimed,
            answerBy: Date.parse(answerBy(row.order.type === 'preorder', { ...rules, ...over }, placedAt).at),
            changedAt: changedAt(row),
            noticedAt: row.endedAt,
          }),
    rushMinutes: 0,
    waitsForAllergy: false,
    suggested: null,
    localState: { courier: null, checked: [] },
    kitchen: () => null,
    claim: null,
    iso,
    ...over,
  };
}

/** `row`: what is stored with the order. */
export function cardOf(order: Order, now: number, given: Given = {}, row: Partial<OrderRow> = {}): OrderCard {
  const stored = rowOf(order, now, row);
  return orderCard(stored, cardContext(stored, now, given));
}
