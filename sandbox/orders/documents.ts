/** Order documents (section 4.2, rule 9): upload links and the upload address. */
import { randomBytes } from 'node:crypto';
import { ASSUMED, orderErrorBody } from '../assumptions.ts';
import type { OrderState, SandboxOrder } from '../order.ts';
import { type Incoming, Refusal, type Reply } from '../wire/exchange.ts';
import { invalid } from '../wire/request-bodies.ts';
import type { OrderBook } from './order-book.ts';

const TYPES = ['INVOICE', 'RECEIPT', 'REFUND', 'RETURN', 'ALCOHOL_SALE', 'INVOICE_CORRECTION', 'ALCOHOL_SALE_CORRECTION', 'DELIVERY_NOTE'];
const CORRECTIONS = ['INVOICE_CORRECTION', 'ALCOHOL_SALE_CORRECTION'];
/** Limit of section 8, bytes. */
const LARGEST_UPLOAD = 10 * 1024 * 1024;

interface Link {
  id: string;
  orderId: string;
  order: SandboxOrder;
  type: string;
  expires: number;
  uploaded: boolean;
  /** The link got a too large file, so a new one is needed. */
  spent: boolean;
}

export interface Documents {
  /** 200 with a new link, 202 with a still valid one. */
  link(book: OrderBook, order: SandboxOrder, type: string): Reply;
  upload(request: Incoming): Reply;
  uploaded(orderId: string): string[];
}

export function createDocuments(options: { now: () => number; uploadUrl: (id: string) => string }): Documents {
  const links = new Map<string, Link>();
  const latest = new Map<string, Link>();
  const wasUploaded = (orderId: string, type: string) =>
    [...links.values()].some((link) => link.orderId === orderId && link.type === type && link.uploaded);

  return {
    link(book, order, type) {
      if (!TYPES.includes(type)) throw invalid(`The document type must be one of ${TYPES.join(', ')}.`);
      const allowed: OrderState[] = CORRECTIONS.includes(type) ? ['ready', 'delivered', 'rejected'] : ['ready', 'delivered'];
      if (!allowed.includes(order.state)) throw invalid(`A ${type} cannot be uploaded while the order is ${order.state}.`);
      if (type === 'ALCOHOL_SALE_CORRECTION' && !wasUploaded(order.id, 'ALCOHOL_SALE'))
        throw invalid('There is no ALCOHOL_SALE to correct.');
      const key = `${order.id}/${type}`;
      const known = latest.get(key);
      if (known && !known.spent && known.expires > options.now()) return { status: 202, body: { upload_url: options.uploadUrl(known.id) } };
      if (known?.uploaded)
        throw new Refusal(409, orderErrorBody('ALREADY_UPLOADED', 'The link has expired and the document was uploaded.'));
      const link: Link = {
        id: randomBytes(24).toString('base64url'),
        orderId: order.id,
        order,
        type,
        expires: options.now() + ASSUMED.uploadLinkSeconds * 1_000,
        uploaded: false,
        spent: false,
      };
      links.set(link.id, link);
      latest.set(key, link);
      book.note(order, `upload link for ${type}`, 'api');
      return { status: 200, body: { upload_url: options.uploadUrl(link.id) } };
    },

    upload(request) {
      if (request.method !== 'PUT') throw new Refusal(405, undefined, { allow: 'PUT' });
      const link = links.get(request.path.slice(1));
      if (!link || link.expires <= options.now() || link.spent)
        throw new Refusal(403, { reason: 'The link is unknown, expired or spent.' });
      if (request.headers.authorization !== undefined)
        throw new Refusal(400, { reason: 'A pre-signed address takes no Authorization header.' });
      if (request.size > LARGEST_UPLOAD) {
        link.spent = true;
        throw new Refusal(ASSUMED.statusOfTooLargeUpload, { reason: 'The file is over 10 MB and is not processed.' });
      }
      if (request.headers['content-type'] !== 'application/pdf')
        throw new Refusal(400, { reason: 'Content-Type must be application/pdf for a PDF.' });
      link.uploaded = true;
      if (link.type === 'INVOICE') link.order.invoiced = true;
      return { status: 200 };
    },

    uploaded: (orderId) => [...links.values()].filter((link) => link.orderId === orderId && link.uploaded).map(({ type }) => type),
  };
}
