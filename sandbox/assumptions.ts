/**
 * What the interface document leaves "not shown" and the sandbox had to decide, in one place. Each line names the section that
 * is silent. Nothing here is a fact about the service; a fact found later is changed here and nowhere else.
 */
export const ASSUMED = {
  /** 3.1: how long an instant order waits for an accept before the service rejects it, seconds. */
  acceptWithinSeconds: 180,
  /** 3.1: how long a pre-order waits for its confirmation before the service rejects it, seconds. */
  confirmWithinSeconds: 900,
  /** 3.1: a courier's or a customer's pickup is estimated this many minutes after the order was placed. */
  preparationMinutes: 20,
  /** 2.3: `pickup_eta` is null right after the order was placed and after an accept still the old one, for this long, ms. */
  pickupEtaDelayMs: 400,
  /** 2.4: in V1 the prices of an item stand beside its name, not in item_price; the document does not show items. */
  flatItemPricesInV1: true,
  /** 4.2: how long after a 202 a read still shows the old state, ms. */
  effectDelayMs: 0,
  /** 3.1: the states from which a venue may still reject: before preparation has started. */
  rejectableFrom: ['created', 'waiting', 'confirmed'] as readonly string[],
  /** 6.1: how often a notification that was not answered 200 is sent, in all. */
  notificationAttempts: 3,
  /** 6.1: the pause between two attempts, ms. */
  notificationRetryMs: 5_000,
  /** 6.1: how long the service waits for the answer to a notification, ms. */
  notificationTimeoutMs: 10_000,
  /** 6.1: a rejected or cancelled order is announced as an order.notification with this status, which the document does not list. */
  statusOfRejection: 'CANCELED',
  /** 4.1: the success status of resetting a venue's integration. */
  resetStatus: 204,
  /** 7.1: the error name where the document gives none. */
  tokenErrorWithoutName: 'invalid_request',
  /** 7.2: an adjusted pickup time too late is valid JSON that breaks a business rule. */
  statusOfTooLateAdjustment: 422,
  /** 3.1: what self-delivery pickup-completed and courier-at-customer do to `delivery.status`; `order_status` stays. */
  deliveryStatus: { pickedUp: 'picked_up', atCustomer: 'courier_at_delivery_location' },
  /** 3.1: how long reads return the original items after replace-items, ms. */
  replacementDelayMs: 300,
  /** 4.2, rule 5: how an invoice comes to exist. The only one in the document is the INVOICE that the partner uploads (rule 9); a venue whose orders the service invoices has one from the delivery on. */
  invoicedBy: 'partner' as 'partner' | 'service',
  /** 4.2, rule 5: a refund to the payment method before there is an invoice is an operation that is not allowed in the current state. */
  statusOfNoInvoice: 409,
  /** 4.2, rule 6: the states in which service credits are given for a basket. */
  creditableFrom: ['delivered'] as readonly string[],
  /** 4.2, rules 5 and 6: a refund of a cash order, or of more than there is, is valid JSON that breaks a business rule. */
  statusOfImpossibleRefund: 422,
  /** 4.2, rule 7: an operation that the operator has not enabled for the partner. */
  statusOfNotEnabled: 403,
  /** 4.2, rule 3: a barcode that is not in the venue's menu, a row that is not in the order, another currency. */
  statusOfUnknownReference: 422,
  /** 4.2, rule 9 and 8: how long an upload link is valid, seconds. */
  uploadLinkSeconds: 900,
  /** 4.2, rule 9: the answer of the upload address to a file over 10 MB; the link is spent with it. */
  statusOfTooLargeUpload: 413,
  /** 4.2, row ready: the per-entry names of OrderReadyRequest, and where the order names its over-the-counter rows. */
  pharmacy: {
    entries: 'otc_items',
    row: 'row_number',
    batches: 'batches',
    batchId: 'batch_id',
    quantity: 'quantity',
    rowsIn: 'otc_row_numbers',
  },
  /** 7.2: the 403 of the venue endpoints. */
  statusOfForeignVenue: 403,
  /** 4.2: the states in which an ETA of a self-delivery order may be sent. */
  etaAllowedIn: ['production', 'ready'] as readonly string[],
  /** 2.2: where the keys stand that the access tokens are signed with; the document shows neither the algorithm nor the keys. */
  keysPath: '/.well-known/jwks.json',
  /** 5, point 8: where self-service onboarding starts, below the token service. */
  onboardingPath: '/onboarding',
  /** 4.2, rule 8: self-delivery operations on an order that is not self-delivery are not allowed in its state. */
  statusOfNotSelfDelivery: 409,
  /** 7.4: the status of a delivery that is valid JSON and cannot be: out of reach, a promise that expired or does not bind, cash or handshake not agreed. */
  statusOfImpossibleDelivery: 422,
  /** 4.4: how long a shipment promise is valid, seconds. */
  promiseValidSeconds: 900,
  /** 4.4: how far the drop-off of a delivery may be from that of its promise, metres. */
  promiseMatchesWithinMetres: 50,
  /** 4.4: a courier is at the venue after so many minutes at the earliest, and rides so many metres a minute. */
  courierComesAfterMinutes: 10,
  courierMetresAMinute: 250,
  /** 4.4: the document gives 200 in the example and 201 in the table of statuses. */
  deliveryFeeStatus: 200,
  /** 4.3: how long until an accepted menu, item, option value, inventory or opening-time change shows, ms. A menu: under a minute. */
  menuAppliedAfterMs: 5_000,
  updateAppliedAfterMs: 2_000,
  openingTimesAppliedAfterMs: 2_000,
  /** 4.3: how long after a 204 the status of a venue still shows what was, ms. */
  onlineAppliedAfterMs: 0,
  /** 4.3: how long a menu that was asked for is PENDING, ms. */
  menuPendingMs: 1_500,
  /** 4.3: how long a resource_url can be read, seconds; then it answers as an expired pre-signed address does. */
  menuResourceSeconds: 900,
  statusOfExpiredResource: 403,
  /** 4.3: levels of sub_options below the options of an item. */
  subOptionLevels: 3,
  /** 4.3: an item update with a discounted_price that is not below its price is a mistake. */
  discountMustBeLower: true,
  /** 4.3: in_stock for a venue that is no shop changes nothing. */
  inStockForKinds: ['retail', 'full-assortment'] as readonly string[],
  /** 4.3: what item updates of full-assortment venues do not support; the document lists scheduled_discount on neither side. */
  notForFullAssortment: ['vat_percentage', 'disabled_until', 'gtin', 'scheduled_discount'] as readonly string[],
  /** 4.3: the least inventory. */
  leastInventory: 0,
  /** 7.3: rates that are valid where a venue names none of its own. */
  vatRates: [0, 10, 13.5, 14, 24, 25.5] as readonly number[],
  /** 7.3: the share of items with invalid rates from which a menu is refused. */
  invalidVatShare: 0.05,
  /** 8: the limits of a venue as its status tells them; calls that were refused do not count. Null: none. */
  limits: {
    itemsUpdate: { refresh_rate_in_minutes: 15, limit: 1 },
    inventoryUpdate: { refresh_rate_in_minutes: 10, limit: 1 },
    getMenu: { refresh_rate_in_minutes: 1, limit: 2 },
  },
  /** 4.3: spans of the week that overlap are refused. */
  mayWeekOverlap: false,
  /** Venue events: so many rejections in a row raise the alert, and one accepted order ends it. */
  rejectionsInARow: 3,
  /** The zone of venues that name none. */
  zone: 'Europe/Helsinki',
} as const;

/** 7.4: the body of order error responses is not shown; the shape seen on delivery errors stands in. */
export function orderErrorBody(code: string, reason: string, details: unknown = null): unknown {
  return { error_code: code, reason, details };
}
