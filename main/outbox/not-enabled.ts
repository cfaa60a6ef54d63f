/** Told apart from an access that was revoked: an operation that the operator has not enabled for the partner (section 4.2, rule 7). */
import { message } from '../../contract/message.ts';
import type { ServiceProblem } from '../service/problem.ts';

export const NOT_ENABLED = message('service.notEnabled');

/** The service forbids it (403), and gives the order itself to whoever asks for that: the access is good, and trying again brings nothing. */
export async function isNotEnabled({ status }: ServiceProblem, readOrder: () => Promise<{ ok: boolean }>): Promise<boolean> {
  return status === 403 && (await readOrder()).ok;
}
