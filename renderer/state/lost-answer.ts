/** Messages for a call whose answer was lost: whether it was done is unknown, and where it would show depends on the call. */
import type { Problem } from '../../contract/contract.ts';
import { t } from '../words.ts';

/** Nothing was sent: there is no link. */
export const notLinked = (): Problem => ({ code: 'not-linked', says: t('link.problem.says'), remedy: t('link.problem.remedy') });

/** The link broke. `input`: of the call. */
export const answerLost = (input: unknown): Problem => ({
  code: 'answer-lost',
  says: t('link.lostAnswer.says'),
  remedy: t(isAboutOrder(input) ? 'link.lostAnswer.remedy' : 'link.lookFirst'),
});

/** It took longer than `withinMs`. */
export const noAnswer = (input: unknown, withinMs: number): Problem => ({
  code: 'no-answer',
  says: t('link.timeOut.says', { seconds: Math.ceil(withinMs / 1000) }),
  remedy: t(isAboutOrder(input) ? 'link.timeOut.remedy' : 'link.lookFirst'),
});

const isAboutOrder = (input: unknown): boolean => typeof input === 'object' && input !== null && 'orderId' in input;
