/** Uploads by section 4.2, rule 9. */
import { type Message, message } from '../../contract/message.ts';
import { type DocumentType, LARGEST_DOCUMENT, whyNoDocument } from '../orders/operations.ts';
import type { OrderApi } from '../service/order-api.ts';
import type { Store } from '../store/store.ts';
import { isNotEnabled, NOT_ENABLED } from './not-enabled.ts';
import { pastOf } from './operations.ts';
import { type Refusal, unknownOrder } from './unknown-order.ts';

/** Null once uploaded, otherwise the reason. */
export async function uploadDocument(
  deps: { store: Store; api: OrderApi },
  orderId: string,
  type: DocumentType,
  file: Buffer,
  by?: string | null | undefined,
): Promise<Refusal | null> {
  const { store, api } = deps;
  const row = store.orders.get(orderId);
  if (!row) return unknownOrder(store, orderId);
  const why = whyNoDocument(type, row.stage, pastOf(store, orderId)) ?? whatIsWrongWith(file);
  if (why) return { code: 'not-allowed', text: why };
  const address = { venueId: row.order.venueId, orderId };
  const link = await api.uploadLink(address, type);
  if (!link.ok) {
    const { problem } = link;
    if (await isNotEnabled(problem, () => api.readOrder(address))) return { code: 'not-enabled', text: NOT_ENABLED };
    return { code: problem.code, text: problem.code === 'conflict' ? message('document.linkExpired') : problem.text };
  }
  const uploaded = await api.uploadDocument(link.value, file);
  if (!uploaded.ok) return { code: uploaded.problem.code, text: uploaded.problem.text, hint: message('document.tryAgain') };
  store.write(() => store.journal.append(orderId, { kind: 'document-uploaded', type }, by));
  return null;
}

/** Section 8: at most 10 MB. */
function whatIsWrongWith(file: Buffer): Message | null {
  if (file.length === 0) return message('document.empty');
  if (file.length > LARGEST_DOCUMENT) return message('document.tooLarge');
  return file.subarray(0, 5).toString('latin1') === '%PDF-' ? null : message('document.notPdf');
}
