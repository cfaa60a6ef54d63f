/** Compares sums, cash and times on printouts with the service's order. */
import words from '../../../resources/locales/en.json' with { type: 'json' };
import { isMoney, isUnitKnown, moneyOf, type Reported, written } from './money.ts';
import type { Cut, Papers } from './printout-texts.ts';
import { asFields, asList, type ServiceRecord } from './record.ts';
import { type AnswerTimes, USUAL_SECONDS } from './time-to-answer.ts';

/** Tickets wait shorter than this for paper, ms. */
const LONG_KNOWN_MS = 15_000;

/** Each untrue line in words. `sums`: compared amounts and times. */
export function untruePapers(record: ServiceRecord, papers: Papers, times: AnswerTimes): { untrue: string[]; sums: number } {
  const { body, number } = record;
  const money = moneyOf(body);
  const items = asList(body.items);
  const pieces = items.reduce((sum, { count }) => sum + Number(count), 0);
  const untrue: string[] = [];
  let sums = 0;
  const look = (what: string, { text }: Cut, has: string, isTrue = true): void => {
    sums += 1;
    const onPaper = text.replaceAll(/[\u2500-\u257f]/g, ' ').replaceAll(/\s+/g, ' ');
    if (onPaper.includes(has) !== isTrue) untrue.push(`order ${number}: ${what} ${isTrue ? 'lacks' : 'has'} "${has}": ${onPaper}`);
  };
  const row = (what: string, paper: Cut, label: string, reported: Reported): void => {
    if (reported === null) look(what, paper, label, false);
    else if (isMoney(reported)) look(what, paper, `${label} ${written(reported)}`);
    else if (reported.sent !== '') look(what, paper, reported.sent);
  };
  const change = (what: string, paper: Cut): void => {
    const { cash, gives } = money;
    if (!isMoney(cash) || !isMoney(gives) || gives.amount <= cash.amount) return look(what, paper, `${words['printout.change']} `, false);
    row(what, paper, words['printout.customerGives'], gives);
    row(what, paper, words['printout.change'], { amount: gives.amount - cash.amount, currency: cash.currency });
  };

  for (const paper of papers.tickets) {
    look('the ticket', paper, pieces === 1 ? '1 ITEM' : `${pieces} ITEMS`);
    row('the ticket', paper, words['printout.collectCash'], money.cash);
    change('the ticket', paper);
    if (money.cash !== null) look('the ticket', paper, words['printout.noCash'], false);
  }
  for (const paper of papers.stops) look('the STOP slip', paper, pieces === 1 ? '1 item' : `${pieces} items`);
  for (const paper of papers.receipts) {
    for (const { name, count, item_price: price } of items) {
      const total = asFields(price)?.total as never;
      // Letters missing in the printer are drawn, not text.
      if (/^[\x20-\xff]*$/.test(String(name))) look('the receipt', paper, `${count} ${name} ${written(total)}`);
    }
    row('the receipt', paper, words['printout.itemsSum'], money.items);
    row('the receipt', paper, words['printout.feesSum'], money.fees);
    row('the receipt', paper, words['printout.courierTip'], money.tip);
    if (money.toPay === null || isUnitKnown(money.toPay)) row('the receipt', paper, words['printout.total'], money.toPay);
    row('the receipt', paper, words['printout.cashToCollect'], money.cash);
    change('the receipt', paper);
    look('the receipt', paper, words['printout.byService'], money.cash === null);
  }
  for (const paper of papers.unanswered) {
    const isPreorder = body.type === 'preorder';
    const by = (seconds: number): string => {
      const at = new Date(Date.parse(String(body.created_at)) + seconds * 1_000);
      return new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);
    };
    // On printouts a guess is marked as well. Just after a start the app can't know better.
    const isGuess = paper.text.includes('by about');
    const started = times.switchedOnAt.findLast((at) => at < paper.at) ?? 0;
    const isKnown = isPreorder || times.reportedAt.some((at) => at >= started && at <= paper.at - LONG_KNOWN_MS);
    const mayBeKnown = isPreorder || times.reportedAt.some((at) => at <= paper.at);
    if (isGuess ? isKnown : !mayBeKnown)
      untrue.push(`order ${number}: the slip of an unanswered order ${isGuess ? 'guesses' : 'guesses, and does not say so'}`);
    const seconds = isPreorder ? times.confirmSeconds : isGuess ? USUAL_SECONDS : times.acceptSeconds;
    look('the slip of an unanswered order', paper, `by ${isGuess ? 'about ' : ''}${by(seconds)}.`);
  }
  return { untrue, sums };
}
