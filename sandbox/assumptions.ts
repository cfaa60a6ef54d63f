/** The sandbox's choices where the interface document says "not shown", with the section. Not facts about the service. */
export const ASSUMED = {
  /** 3.1: seconds until an unanswered instant order is rejected. */
  acceptWithinSeconds: 180,
  /** 3.1: seconds until an unconfirmed pre-order is rejected. */
  confirmWithinSeconds: 900,
  /** 3.1: minutes from placement to the estimated pickup. */
  preparationMinutes: 20,
  /** 2.3: ms for which `pickup_eta` is null after placement and outdated after an accept. */
  pickupEtaDelayMs: 400,
  /** 2.4: in V1, item prices are direct fields, not in item_price. */
  flatItemPricesInV1: true,
  /** 4.2: ms after a 202 until reads show the new state. */
  effectDelayMs: 0,
  /** 3.1: states before preparation, in which a venue may reject. */
  rejectableFrom: ['created', 'waiting', 'confirmed'] as readonly string[],
  /** 6.1: attempts in all for a notification that isn't answered with 200. */
  notificationAttempts: 3,
  /** 6.1: ms between attempts. */
  notificationRetryMs: 5_000,
  /** 6.1: timeout of a notification, ms. */
  notificationTimeoutMs: 10_000,
  /** 6.1: the undocumented order.notification status of a rejected or cancelled order. */
  statusOfRejection: 'CANCELED',
  /** 4.1: status after resetting a venue's integration. */
  resetStatus: 204,
  /** 7.1: error name if the document has none. */
  tokenErrorWithoutName: 'invalid_request',
  /** 7.2: status for a too late pickup time, which breaks a business rule. */
  statusOfTooLateAdjustment: 422,
  /** 3.1: `delivery.status` after these self-delivery operations; `order_status` stays. */
  deliveryStatus: { pickedUp: 'picked_up', atCustomer: 'courier_at_delivery_location' },
  /** 3.1: ms after replace-items until reads show the new items. */
  replacementDelayMs: 300,
  /** 4.2, rule 5: who invoices: the partner uploads the invoice (rule 9), or the service creates it on delivery. */
  invoicedBy: 'partner' as 'partner' | 'service',
  /** 4.2, rule 5: status for a refund to the payment method before the invoice. */
  statusOfNoInvoice: 409,
  /** 4.2, rule 6: states in which a basket may get service credits. */
  creditableFrom: ['delivered'] as readonly string[],
  /** 4.2, rules 5 and 6: status for a refund of cash, or above the total. */
  statusOfImpossibleRefund: 422,
  /** 4.2, rule 7: status for an operation not enabled for the partner. */
  statusOfNotEnabled: 403,
  /** 4.2, rule 3: status for an unknown barcode or row, or another currency. */
  statusOfUnknownReference: 422,
  /** 4.2, rule 9, and section 8: validity of an upload link, seconds. */
  uploadLinkSeconds: 900,
  /** 4.2, rule 9: status for a file over 10 MB; the link is then invalid. */
  statusOfTooLargeUpload: 413,
  /** 4.2, row ready: field names of OrderReadyRequest, and of the order's over-the-counter rows. */
  pharmacy: {
    entries: 'otc_items',
    row: 'row_number',
    batches: 'batches',
    batchId: 'batch_id',
    quantity: 'quantity',
    rowsIn: 'otc_row_numbers',
  },
  /** 7.2: status for venue endpoints with a token of another venue. */
  statusOfForeignVenue: 403,
  /** 4.2: states in which a self-delivery ETA is accepted. */
  etaAllowedIn: ['production', 'ready'] as readonly string[],
  /** 2.2: path of the access tokens' public keys; the document shows neither algorithm nor keys. */
  keysPath: '/.well-known/jwks.json',
  /** 5, point 8: path of self-service onboarding at the token service. */
  onboardingPath: '/onboarding',
  /** 4.2, rule 8: status for a self-delivery operation on another order. */
  statusOfNotSelfDelivery: 409,
  /** 7.4: status if the place is out of reach, the promise expired or not binding, cash or handshake not agreed. */
  statusOfImpossibleDelivery: 422,
  /** 4.4: validity of a shipment promise, seconds. */
  promiseValidSeconds: 900,
  /** 4.4: how far a drop-off may be from its promise, m. */
  promiseMatchesWithinMetres: 50,
  /** 4.4: minutes until a courier arrives, and speed in m per minute. */
  courierComesAfterMinutes: 10,
  courierMetresAMinute: 250,
  /** 4.4: status of a delivery fee: 200 in the example, 201 in the table. */
  deliveryFeeStatus: 200,
  /** 4.3: ms until an accepted change shows. A menu: under a minute. */
  menuAppliedAfterMs: 5_000,
  updateAppliedAfterMs: 2_000,
  openingTimesAppliedAfterMs: 2_000,
  /** 4.3: ms after a 204 until the venue's status changes. */
  onlineAppliedAfterMs: 0,
  /** 4.3: ms for which a requested menu is PENDING. */
  menuPendingMs: 1_500,
  /** 4.3: validity of a resource_url, seconds, and the status after that. */
  menuResourceSeconds: 900,
  statusOfExpiredResource: 403,
  /** 4.3: levels of sub_options below an item's options. */
  subOptionLevels: 3,
  /** 4.3: refuses a discounted_price not below the price. */
  discountMustBeLower: true,
  /** 4.3: kinds of venues with in_stock; others ignore it. */
  inStockForKinds: ['retail', 'full-assortment'] as readonly string[],
  /** 4.3: fields unsupported in item updates of full-assortment venues; scheduled_discount is undocumented there. */
  notForFullAssortment: ['vat_percentage', 'disabled_until', 'gtin', 'scheduled_discount'] as readonly string[],
  /** 4.3: minimum inventory. */
  leastInventory: 0,
  /** 7.3: valid VAT rates of venues without their own. */
  vatRates: [0, 10, 13.5, 14, 24, 25.5] as readonly number[],
  /** 7.3: a menu is refused above this share of invalid rates. */
  invalidVatShare: 0.05,
  /** 8: limits in a venue's status; refused calls don't count. */
  limits: {
    itemsUpdate: { refresh_rate_in_minutes: 15, limit: 1 },
    inventoryUpdate: { refresh_rate_in_minutes: 10, limit: 1 },
    getMenu: { refresh_rate_in_minutes: 1, limit: 2 },
  },
  /** 4.3: whether spans of the week may overlap. */
  mayWeekOverlap: false,
  /** Venue webhooks: rejections in a row that raise the alert. */
  rejectionsInARow: 3,
  zone: 'Europe/Helsinki',
} as const;

/** 7.4: order errors use the documented body of delivery errors. */
export function orderErrorBody(code: string, reason: string, details: unknown = null): unknown {
  return { error_code: code, reason, details };
}
