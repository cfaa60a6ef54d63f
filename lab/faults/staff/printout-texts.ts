/** Compares a card's claims about printouts with the printed ones. */

import { english } from '../../../contract/english.ts';
import type { MessageCode, Text } from '../../../contract/message.ts';
import { kindOf } from '../../../main/demo/observer.ts';
import type { Paper } from '../../../sandbox/printer/printer.ts';
import { codesIn } from '../../../test/setup/messages.ts';
import { isOneOf } from './labels.ts';
import { NEWS_MS, type ServiceRecord, SLACK_MS } from './record.ts';
import type { Sighting } from './sightings.ts';

/** An order's printouts: when each was cut, epoch ms, and its text. */
export interface Papers {
  tickets: Cut[];
  labels: Cut[];
  stops: Cut[];
  receipts: Cut[];
  unanswered: Cut[];
}

export interface Cut {
  at: number;
  text: string;
}

const LABELS_OUT: readonly MessageCode[] = ['cardLabels.printed', 'cardLabels.unconfirmed', 'cardLabels.confirmedByStaff'];
const TICKET_AS_TILL: readonly MessageCode[] = ['cardTill.ticketPrinted', 'cardTill.ticketUnconfirmed', 'cardTill.ticketConfirmedByStaff'];
/** Texts of a STOP ticket that isn't out yet, and the reasons. */
const NOT_OUT: readonly MessageCode[] = [
  'text.sentences',
  'cardStop.notOut',
  'printer.message',
  'printer.outOfPaper',
  'printer.reachableNotResponding',
];

export function papersAs(own: readonly Pick<Paper, 'at' | 'text' | 'number'>[]): Papers {
  const of = (isOf: (kind: string) => boolean): Cut[] =>
    own.filter((paper) => isOf(kindOf(paper))).map(({ at, text }) => ({ at: Date.parse(at), text }));
  return {
    tickets: of((kind) => kind === 'kitchen-ticket'),
    labels: of((kind) => kind.endsWith('label')),
    stops: of((kind) => kind === 'stop-slip'),
    receipts: of((kind) => kind === 'receipt'),
    unanswered: of((kind) => kind === 'unanswered-slip'),
  };
}

export function untrueSteps(sighting: Sighting, { asked }: ServiceRecord, papers: Papers): string[] {
  const { seen, gone, openedAt, number, ticket, till, stopSlip } = sighting;
  const untrue: string[] = [];
  const wrong = (text: Text, why: string): void => void untrue.push(`order ${number}: "${english(text)}" ${why}`);
  const isOut = (cuts: readonly Cut[]): boolean => cuts.some(({ at }) => at <= seen + SLACK_MS);
  /** Out long enough to be known. */
  const isStale = (cuts: readonly Cut[]): boolean =>
    gone - Math.max(Math.min(...cuts.map(({ at }) => at), Number.POSITIVE_INFINITY), openedAt) > NEWS_MS;

  if (isOneOf(ticket, ['cardTicket.printed', 'cardTicket.unconfirmed', 'cardTicket.confirmedByStaff'])) {
    if (!isOut(papers.tickets)) wrong(ticket, 'and there is no paper');
  } else if (!sighting.unread && isStale(papers.tickets)) wrong(ticket, 'and its ticket was out');
  if (isOneOf(sighting.labels, LABELS_OUT) && !isOut(papers.labels)) wrong(sighting.labels, 'and there is no paper');
  if (isOneOf(till, TICKET_AS_TILL) && !isOut(papers.tickets)) wrong(till, 'and there is no ticket');
  if (codesIn(till).includes('cardTill.serviceKnows')) {
    const knows = asked.some(
      ({ operation, took_effect: took, at }) => /sent.to.pos/.test(operation ?? '') && took && at <= seen + SLACK_MS,
    );
    if (!knows) wrong(till, 'and it does not');
  }

  if (sighting.stopped !== (stopSlip !== null))
    wrong(stopSlip ?? 'STOP', sighting.stopped ? 'and no word of its slip' : 'and it is not stopped');
  if (stopSlip === null) return untrue;
  if (isOneOf(stopSlip, ['cardStop.printed', 'cardStop.unconfirmed', 'cardStop.confirmedByStaff'])) {
    if (!isOut(papers.stops)) wrong(stopSlip, 'and there is no paper');
  } else if (codesIn(stopSlip).includes('cardStop.notOut') && codesIn(stopSlip).every((code) => NOT_OUT.includes(code))) {
    if (isStale(papers.stops)) wrong(stopSlip, 'and it was out');
  } else if (isOneOf(stopSlip, ['cardStop.notNeeded'])) {
    if (isOut(papers.tickets)) wrong(stopSlip, 'and its ticket was out');
    if (isStale(papers.stops)) wrong(stopSlip, 'and the slip was out');
  } else wrong(stopSlip, 'is a sentence that nobody checks');
  return untrue;
}
