/** The cost of a call, from the contract. */
import { type Calls, calls } from '../../../contract/contract.ts';

/** 1 for a usual call, and for a name that is none. */
export const costOfCall = (name: string): number => (Object.hasOwn(calls, name) ? ((calls as Calls)[name]?.cost ?? 1) : 1);
