import { newId } from '../ids.ts';
import { type Fields, type Incoming, Refusal } from '../wire/exchange.ts';

export interface Merchant {
  id: string;
  key: string;
  currency: string;
  /** 2.7, 4.4: cash is agreed with the merchant. */
  cashEnabled: boolean;
  /** 4.4: the region offers handshake verification. */
  handshakeEnabled: boolean;
  /** 3.2: late cancellation is agreed with the merchant. */
  lateCancellation: boolean;
  /** 4.4, delivery areas: needs a token from November 2025 or later. */
  mayReadAreas: boolean;
  /** Seconds from the order to the first step, and between steps; null: the control API takes the steps. */
  courierStepSeconds: number | null;
}

export interface Merchants {
  open(wishes: Fields): Merchant;
  /** The merchant with the request's key. Throws the 401 of section 7.4. */
  of(request: Incoming): Merchant;
  get(id: string): Merchant | undefined;
}

export function createMerchants(): Merchants {
  const merchants = new Map<string, Merchant>();
  return {
    open(wishes) {
      const step = wishes.courier_step_seconds;
      const merchant: Merchant = {
        id: newId(),
        key: `mk-${newId()}${newId()}`,
        currency: typeof wishes.currency === 'string' ? wishes.currency : 'EUR',
        cashEnabled: wishes.cash_enabled === true,
        handshakeEnabled: wishes.handshake_enabled === true,
        lateCancellation: wishes.late_cancellation === true,
        mayReadAreas: wishes.may_read_areas !== false,
        courierStepSeconds: typeof step === 'number' ? step : null,
      };
      merchants.set(merchant.id, merchant);
      return merchant;
    },
    of(request) {
      const key = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
      const merchant = [...merchants.values()].find((one) => one.key === key);
      if (!merchant) throw new Refusal(401, { detail: 'The merchant key is missing or unknown.' });
      return merchant;
    },
    get: (id) => merchants.get(id),
  };
}

/** 7.4: the error body that the document shows for cancelling. */
export function deliveryError(code: string, reason: string, details: unknown = null): unknown {
  return { error_code: code, reason, details };
}
