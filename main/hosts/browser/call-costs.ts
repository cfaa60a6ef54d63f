import { type Calls, calls } from '../../../contract/contract.ts';

/** 1 by default, also for unknown names. */
export const costOfCall = (name: string): number => (Object.hasOwn(calls, name) ? ((calls as Calls)[name]?.cost ?? 1) : 1);
