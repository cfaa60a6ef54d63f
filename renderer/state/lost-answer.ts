/** Problems of calls without an answer: it's unknown whether they had an effect. */
import type { Problem } from '../../contract/contract.ts';
import { t } from '../words.ts';

/** There was no link, so nothing was sent. */
export const notLinked = (): Problem => ({ code: 'not-linked', text: t('link.problem.text'), hint: t('link.problem.hint') });

/** The link broke after the call was sent. */
export const answerLost = (input: unknown): Problem => ({
  code: 'answer-lost',
  text: t('link.lostAnswer.text'),
  hint: t(isAboutOrder(input) ? 'link.lostAnswer.hint' : 'link.lookFirst'),
});

export const noAnswer = (input: unknown, withinMs: number): Problem => ({
  code: 'no-answer',
  text: t('link.timeOut.text', { seconds: Math.ceil(withinMs / 1000) }),
  hint: t(isAboutOrder(input) ? 'link.timeOut.hint' : 'link.lookFirst'),
});

const isAboutOrder = (input: unknown): boolean => typeof input === 'object' && input !== null && 'orderId' in input;
