/** Compares a card's claims about printouts with the printed ones. */

import { kindOf } from '../../../main/demo/observer.ts';
import type { Paper } from '../../../sandbox/printer/printer.ts';
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
  const wrong = (text: string, why: string): void => void untrue.push(`order ${number}: "${text}" ${why}`);
  const isOut = (cuts: readonly Cut[]): boolean => cuts.some(({ at }) => at <= seen + SLACK_MS);
  /** Out long enough to be known. */
  const isStale = (cuts: readonly Cut[]): boolean =>
    gone - Math.max(Math.min(...cuts.map(({ at }) => at), Number.POSITIVE_INFINITY), openedAt) > NEWS_MS;

  if (/^Ticket (printed|sent)/.test(ticket)) {
    if (!isOut(papers.tickets)) wrong(ticket, 'and there is no paper');
  } else if (!sighting.unread && isStale(papers.tickets)) wrong(ticket, 'and its ticket was out');
  if (/^Labels (printed|sent)/.test(sighting.labels) && !isOut(papers.labels)) wrong(sighting.labels, 'and there is no paper');
  if (/replaces the till/.test(till) && !/^No till is set up/.test(till) && !isOut(papers.tickets)) wrong(till, 'and there is no ticket');
  if (/and the service knows/.test(till)) {
    const knows = asked.some(
      ({ operation, took_effect: took, at }) => /sent.to.pos/.test(operation ?? '') && took && at <= seen + SLACK_MS,
    );
    if (!knows) wrong(till, 'and it does not');
  }

  if (sighting.stopped !== (stopSlip !== null))
    wrong(stopSlip ?? 'STOP', sighting.stopped ? 'and no word of its slip' : 'and it is not stopped');
  if (stopSlip === null) return untrue;
  if (/^STOP ticket (printed|sent)/.test(stopSlip)) {
    if (!isOut(papers.stops)) wrong(stopSlip, 'and there is no paper');
  } else if (
    /^The STOP ticket isn't out yet: tell the kitchen\.( Kitchen: The printer (is out of paper|is reachable but isn't responding)\.)?$/.test(
      stopSlip,
    )
  ) {
    if (isStale(papers.stops)) wrong(stopSlip, 'and it was out');
  } else if (stopSlip === 'No STOP ticket: no printer got the kitchen ticket.') {
    if (isOut(papers.tickets)) wrong(stopSlip, 'and its ticket was out');
    if (isStale(papers.stops)) wrong(stopSlip, 'and the slip was out');
  } else wrong(stopSlip, 'is a sentence that nobody checks');
  return untrue;
}
