/** Messages for a call whose answer was lost: whether it was done is unknown, and where it would show depends on the call. */
import type { Problem } from '../../contract/contract.ts';
import { t } from '../words.ts';

/** Nothing was sent: there is no link. */
export const notLinked = (): Problem => ({ code: 'not-linked', text: t('link.problem.text'), hint: t('link.problem.hint') });

/** The link broke. `input`: of the call. */
export const answerLost = (input: unknown): Problem => ({
  code: 'answer-lost',
  text: t('link.lostAnswer.text'),
  hint: t(isAboutOrder(input) ? 'link.lostAnswer.hint' : 'link.lookFirst'),
});

/** It took longer than `withinMs`. */
export const noAnswer = (input: unknown, withinMs: number): Problem => ({
  code: 'no-answer',
  text: t('link.timeOut.text', { seconds: Math.ceil(withinMs / 1000) }),
  hint: t(isAboutOrder(input) ? 'link.timeOut.hint' : 'link.lookFirst'),
});

const isAboutOrder = (input: unknown): boolean => typeof input === 'object' && input !== null && 'orderId' in input;
