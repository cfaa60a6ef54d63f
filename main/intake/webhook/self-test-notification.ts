/** Sends a signed notification to this receiver, to test the whole path. */
import { createHmac, randomUUID } from 'node:crypto';
import { SIGNATURE_HEADER } from '../../../shared/signatures/signatures.ts';
import type { Time } from '../../../shared/time/time.ts';
import { SELF_TEST_TYPE } from '../notification.ts';

/** Rejects after `withinMs` without an answer. */
export async function sendTestNotification(time: Time, url: string, secret: string, withinMs: number): Promise<number> {
  const body = JSON.stringify({ id: `self-test-${randomUUID()}`, type: SELF_TEST_TYPE });
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  const { status } = await fetch(url, {
    method: 'POST',
    headers: { [SIGNATURE_HEADER]: signature },
    body,
    redirect: 'error',
    signal: time.within(withinMs),
  });
  return status;
}
