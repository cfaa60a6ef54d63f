/** What is said of a call that was sent and not answered: whether it was done nobody knows here, and where it shows depends on what it was about. */
import type { Problem } from '../../contract/contract.ts';
import { words } from '../words.ts';

/** The link broke. `input`: of the call. */
export const answerLost = (input: unknown): Problem => ({
  code: 'answer-lost',
  ...words.link.lostAnswer,
  ...(isAboutOrder(input) ? {} : { remedy: words.link.lookFirst }),
});

/** It took longer than `withinMs`. */
export const noAnswer = (input: unknown, withinMs: number): Problem => ({
  code: 'no-answer',
  says: words.link.timeOut.says(Math.ceil(withinMs / 1000)),
  remedy: isAboutOrder(input) ? words.link.timeOut.remedy : words.link.lookFirst,
});

const isAboutOrder = (input: unknown): boolean => typeof input === 'object' && input !== null && 'orderId' in input;
