/** Distinguishes an operation not enabled for the partner (section 4.2, rule 7) from revoked access. */
import { message } from '../../contract/message.ts';
import type { ServiceProblem } from '../service/problem.ts';

export const NOT_ENABLED = message('service.notEnabled');

/** 403 although the order is readable: access works, and retrying is useless. */
export async function isNotEnabled({ status }: ServiceProblem, readOrder: () => Promise<{ ok: boolean }>): Promise<boolean> {
  return status === 403 && (await readOrder()).ok;
}
