/** Each rule, with the test that fails if the client breaks it. */

/** The rule binds the service and needs nothing here. */
export const SERVICE_ALONE = 'service alone';
/** Prefix of the reason why the client doesn't use what the rule is about. */
export const NOT_ASKED = 'not asked for: ';

/** Test titles outside this folder, by section and text of the rule. */
export const CLIENT_TESTS: Readonly<Record<string, string>> = {
  '2.1: a token response has access_token, expires_in 3600, refresh_token, scope offline, token_type bearer':
    'an expired token is renewed once, even for many orders at the same time',
  '2.2: the access token is a JWT whose payload has all the claims, with sub equal to integration.id':
    'the connected venue is the one named by its token; a token without one connects nothing',
  '5.4: the venue id is read from the integration claim': 'a venue is connected by pasting an authorization code',
  '3.3: an authorization code is single use': 'after a wrong authorization code only the code must be typed again, not the secret',
  '3.3: an authorization code is valid for 1 hour': 'after a wrong authorization code only the code must be typed again, not the secret',
  '3.3: an access token is valid for 1 hour': 'an expired token is renewed once, even for many orders at the same time',
  '3.3: a refresh token is valid for 30 days': 'after 29 days off the tokens are renewed automatically',
  '3.3: each refresh gives a new pair and invalidates the old pair':
    'a venue reconnected during a token refresh keeps its new tokens, also after a restart',
  '3.3: reusing a used refresh token immediately revokes the newly issued access and refresh tokens':
    'if the answer to a token refresh is lost, the venue must be reconnected; orders and commands are kept',
  '7.1: 400 invalid_grant for a code that another client obtained':
    'after a wrong authorization code only the code must be typed again, not the secret',
  '7.1: 400 invalid_grant for a refresh token of another client': 'if a refresh token was used elsewhere, the venue must be reconnected',
  '4.1: redirect_uri must equal the one used when the code was issued': 'a venue is connected by receiving the code on a loopback redirect',
  '4.1: in development a venue’s integration can be reset and the venue onboarded again':
    'in development a venue can be reset at the gateway; it must be reconnected and keeps its orders',
  '7.1: 405 for a method other than POST': SERVICE_ALONE,
  '7.1: 401 invalid_client for a wrong client id or secret': "a refused reset of a venue's integration (%i) doesn't mention an order",
  '7.1: 400 invalid_request for a malformed Authorization header': SERVICE_ALONE,
  '7.1: 400 when grant_type is missing': SERVICE_ALONE,
  '7.1: 400 invalid_grant for a code that is malformed, unknown or missing':
    'after a wrong authorization code only the code must be typed again, not the secret',
  '7.1: 400 invalid_grant for a refresh token that is malformed or unknown':
    'if a refresh token was used elsewhere, the venue must be reconnected',
  '7.1: 400 invalid_grant for parameters of different grant types': SERVICE_ALONE,
  '7.1: an error body has error and error_description': 'if a refresh token was used elsewhere, the venue must be reconnected',
  '2.3: GET /v2/orders/{orderId} returns every field of Order V2': 'an order is read without a body, only from version 2 of the interface',
  '2.3: type is instant or preorder, delivery.type takeaway or homedelivery, order_status one of the list':
    'with list values in capitals, as in public examples',
  '2.3: consumer_phone_number is null except for self-delivery; consumer_name is a first name and a letter':
    'of a self-delivery pre-order: address, phone and requested time',
  '2.3: rows have a row_number; at retail also weight_details, a deposit of gross_price and net_price, substitution settings':
    'of takeaway in cash: sum to collect; of retail: weight, deposit and tax ID',
  "2.3: pre_order, cash_payment and group_participants are null if they don't apply":
    'of takeaway in cash: sum to collect; of retail: weight, deposit and tax ID',
  "2.3: campaigns_applied is a list, possibly empty, or null while it can't be resolved":
    "the details list an order's values; values that the service left empty are under None",
  '2.3: a company tax id may come without a name and an address':
    'of takeaway in cash: sum to collect; of retail: weight, deposit and tax ID',
  '9.2: unknown keys and values may appear at any time': "an unknown status leaves the order's stage unchanged",
  '9.1: the second version of the order API is only for reading orders, not for commands':
    'an order is read without a body, only from version 2 of the interface',
  '9.4: fee parts carry lowercase types': 'fee types are shown in words, known or not',
  '2.4: V1 has one price, and no basket_price, fees, company_name, company_address, group_participants': SERVICE_ALONE,
  '2.4: in V1 created_at, pickup_eta, attribution_id, consumer_name, modified_at and cash_payment are not null': SERVICE_ALONE,
  '2.4: only V1 has the status refunded': 'an order with the older status "refunded" counts as delivered',
  '3.1: accept takes a regular order to production (202)':
    'accept: no body for the usual time, else the pickup time shifted by the minutes',
  '4.2: adjusted_pickup_time shifts the pickup': 'accept: no body for the usual time, else the pickup time shifted by the minutes',
  '8: adjusted_pickup_time is at most 25 minutes after the initial estimate':
    'extra minutes need a pickup estimate, and count from the first estimate',
  'Conventions: request datetimes are UTC with a Z; anything else is a 400': "sent-to-pos: success and time, by the service's clock",
  '3.1: self-delivery/accept takes a self-delivery order to production, with an optional total_delivery_time':
    'self-delivery/accept: no body for the usual time, else the delivery time shifted by the minutes',
  '4.2: reject needs a reason; code is GENERIC, ITEMS_UNAVAILABLE or VENUE_CLOSING_SOON and may be left out':
    'reject: the reason, and the code %s',
  "3.1: confirm-preorder answers 204; the order moves to production before its time, by the venue's preparation time":
    'confirm-preorder, ready and delivered: no body',
  '3.1: pre-orders are never accepted': 'a pre-order is confirmed and never accepted',
  '3.1: ready takes an order from production to ready': 'confirm-preorder, ready and delivered: no body',
  '3.1: delivered takes an order from ready to delivered': 'confirm-preorder, ready and delivered: no body',
  "3.1: ready for an order that isn't accepted yet is a 409": 'a new order is accepted or rejected',
  '3.1: accepting or rejecting an order in a terminal state is a 409':
    'an accept refused because the order was cancelled is reported as failed',
  '7.2: confirming a pre-order outside the allowed window is a 409':
    'a pre-order $what is confirmed once, and its refusal is trusted only when a reading agrees',
  '9.4: sent-to-pos answers 204 and needs success and time_sent_to_pos': "sent-to-pos: success and time, by the service's clock",
  '7.2: 400 for malformed JSON': 'an order whose readings the service refuses (%i) is read on, every minute and later every five',
  '7.2: 401 without a valid access token':
    'an order that arrived while access was revoked is shown and rings; its details load after reconnecting',
  '7.2: 404 for an unknown path and an unknown order': 'the refusal of an order unknown to the service says so',
  '7.2: 405 for a wrong method': SERVICE_ALONE,
  '7.2: 429, 500 and 503 are temporary: nothing has changed, and the same call works later':
    'a 503 with a Retry-After date pauses only its own endpoint',
  '3.1: pickup-completed is for self-delivery orders, only after ready':
    'pickup-completed, courier-at-customer: no body; delivery/eta: minutes; tracking/location: position, heading if known',
  '4.2: courier-at-customer is for self-delivery orders, only after ready':
    'pickup-completed, courier-at-customer: no body; delivery/eta: minutes; tracking/location: position, heading if known',
  '4.2 rule 8: courier location only after ready; earlier is a 400':
    'pickup-completed, courier-at-customer: no body; delivery/eta: minutes; tracking/location: position, heading if known',
  '4.2: eta takes eta_minutes, an integer':
    'pickup-completed, courier-at-customer: no body; delivery/eta: minutes; tracking/location: position, heading if known',
  '4.2 rule 8: self-delivery accept, location and ETA are for self-delivery orders only':
    'includes steps of own delivery only if the venue delivers itself',
  '4.2 rule 1: replace-items is callable once per order': 'includes a replacement only once, and no refund of a cash order',
  '3.1: replace-items is processed asynchronously and leaves the state unchanged': 'items are replaced once, after a review',
  '4.2 rule 1: the five replacement types are accepted, and no other':
    'replace-items: all five kinds, a deposit, several replacements for one item, and both kinds of addition',
  '4.2 rule 2: barcode is required for reduced-price, name for adhoc-replacement': 'the limits of the interface are checked before sending',
  "4.2 rule 2: a substitute's deposit may be sent as a separate amount, in the order's currency":
    'replace-items: all five kinds, a deposit, several replacements for one item, and both kinds of addition',
  '4.2 rule 2: one item may be replaced by several':
    'replace-items: all five kinds, a deposit, several replacements for one item, and both kinds of addition',
  '4.2 rule 3: item_additions can be anything: a menu item by its barcode alone, anything else by its name alone':
    'replace-items: all five kinds, a deposit, several replacements for one item, and both kinds of addition',
  '4.2 rule 1: item_changes is required':
    'replace-items: all five kinds, a deposit, several replacements for one item, and both kinds of addition',
  '4.2 rule 4: deposits-returned: action REFUND_USER_CREDITS, count at least 1, amount above 0, VAT 0 to 100':
    'deposits-returned: item, count, total and VAT',
  '4.2 rule 5: refund-items: reason PRICE_DIFFERENCE or QUALITY_ISSUES, entries by row_number':
    'refund-items: %s, row by row, with a comment if there is one',
  '7.2: 422 for a refund of a row that is not in the order': 'the limits of the interface are checked before sending',
  '4.2 rule 5: refunds to the payment method are for non-cash orders, and only after an invoice exists':
    "a form shows its request's result: refused, trying again, or accepted",
  '4.2 rule 6: a refund of the basket is a service credit and needs no invoice': 'refund-basket: one request with amount, reason and VAT',
  '4.2 rule 6: refund-basket accepts exactly one basket refund per request': 'refund-basket: one request with amount, reason and VAT',
  '4.2 rule 7: refunds and upload links must be enabled for the partner before use':
    'without the right to refund, %s ends with a reason, is tried once, and later commands are sent',
  '4.2 rule 9: an upload link is given for each of the eight document types, and no other':
    'upload-links: no body, type in the path; the PDF is uploaded unchanged, without a token',
  '4.2 rule 9: a PDF is uploaded with PUT, application/pdf and without Authorization':
    'upload-links: no body, type in the path; the PDF is uploaded unchanged, without a token',
  '4.2 rule 9: a still valid upload link is returned again, with 202': 'after a failed upload, the next try succeeds with $link',
  '4.2 rule 9: after an upload link has expired a new one is returned, or a 409 if the document was uploaded':
    "once an uploaded document's link has expired, uploading it again is refused with a reason",
  "8: an upload over 10 MB isn't processed; a smaller file with a new link is":
    'a document is uploaded, and a wrong file is refused with a reason',
  '4.2 rule 9: documents are for ready or delivered orders, corrections for rejected ones too; others get a 400':
    'includes each document only at the stages in which it can be uploaded',
  '4.2 rule 9: ALCOHOL_SALE_CORRECTION needs an earlier ALCOHOL_SALE upload':
    'includes each document only at the stages in which it can be uploaded',
  '7.2: 400 for ready at a Polish pharmacy without the batch ids of over-the-counter rows':
    'ready at a pharmacy: each over-the-counter row with the batches that cover it',
  '4.3: create menu answers 202 and replaces the whole menu, including later changes of its items':
    'five mistakes in a menu file are shown with row and cell; the corrected file is compared, sent and read back',
  '8: create menu is processed asynchronously and visible in under a minute':
    'five mistakes in a menu file are shown with row and cell; the corrected file is compared, sent and read back',
  '4.3: get venue menu answers 202 with request_id and resource_url, which returns PENDING, then READY with the menu':
    'the menu is requested, awaited and read',
  '4.3: a reading of a menu may end in ERROR, with an optional error':
    'a failed menu reading is retried, and the previous menu stays until then',
  '4.3: resource_url is a signed address at another host, fetched without an Authorization header':
    'the menu is fetched without the token, only from a safe address, which no text shows',
  '4.3: options accept max_same_selections and max_free_selections': 'an upload that is parsed and written again is identical',
  '8: an option value has at most 3 sub_options, nested at most 3 levels': 'sub-options are checked three levels deep and no deeper',
  "4.3: sub_option_values is deprecated and can't be combined with sub_options": 'is reported with its place',
  '4.3: visible_to_merchant is true by default; an option value without it appears in no order':
    'an upload that is parsed and written again is identical',
  '4.3: a deposit requires price and vat_percentage': 'is reported with its place',
  '4.3: a category holds either items or subcategories, never both; a subcategory holds only items': 'is reported with its place',
  '4.3: a product name has at least one entry, in the primary language': 'is reported with its place',
  "4.3: a menu's prices are in major units when sent, in minor units when read, and all in one currency":
    'a whole menu is sent in major units of the currency',
  '7.3: 400 for an invalid structure of a menu, with details in the body': 'is reported with its place',
  '7.3: 406 for a menu in an unsupported format': 'a menu call answered with %i is explained in words',
  '8: 406 for a menu with invalid VAT rates in more than 5 percent of its items': 'a menu call answered with %i is explained in words',
  '7.3: 401 for wrong credentials, and for a venue that is not enabled for menu endpoints':
    'a menu call answered with %i is explained in words',
  '7.3: 403 for a venue that is marked deleted': 'a menu call answered with %i is explained in words',
  '7.3: 405 for a wrong method at a menu endpoint': SERVICE_ALONE,
  '7.3: 500 is temporary; at most 5 retry cycles': 'a change is given up after five failed calls in a row, until staff repeat it',
  '4.3: an item update needs exactly one of external_id, gtin and sku for each item':
    'an item has only its latest change waiting, whichever of its IDs names it',
  '4.3: an item update accepts price, discounted_price, enabled, vat_percentage and disabled_until, and is visible later':
    'new prices are checked while staff type; all or none are changed, and tax rates stay',
  "4.3: a shop's in_stock marks an item as sold out, and as back on sale":
    'an item is sold out for a time or until changed, and put back on sale',
  "4.3: an order for an item that is sold out or hidden isn't placed":
    'two taps in the menu stop orders for an item, and one tap allows them again',
  '4.3: image_url is not part of item updates': 'a price and its discount are sent in minor units of the currency',
  '4.3: discounted_price needs price': "a discount needs a higher price; its schedule lasts at least ten minutes and isn't over",
  '4.3: scheduled_discount has at least one of starts_at and ends_at, and starts before it ends':
    "a discount needs a higher price; its schedule lasts at least ten minutes and isn't over",
  '8: the window of a scheduled discount is at least 10 minutes':
    "a discount needs a higher price; its schedule lasts at least ten minutes and isn't over",
  '4.3: the end of a scheduled discount must not be in the past':
    "a discount needs a higher price; its schedule lasts at least ten minutes and isn't over",
  '4.3: scheduled_discount needs discounted_price, and thus price':
    "a discount needs a higher price; its schedule lasts at least ten minutes and isn't over",
  '4.3: full-assortment venues update only price, discounted_price, enabled and in_stock, by external_id or sku':
    'an item is sold out for a time or until changed, and put back on sale',
  '4.3: option values are updated by external_id only, and the change is visible later': 'an option value is sold out and put back on sale',
  '4.3: a vat_percentage of null removes the rate of an option value, unless a price is sent too':
    "an option value's price is sent with its current VAT rate",
  '4.3: an inventory update needs exactly one identifier and an inventory that is not null': "an item's counted stock is sent",
  "4.3: the service's sales reduce the stock, and an order for a sold-out item isn't placed": SERVICE_ALONE,
  '7.3: 400 for an invalid structure of an update, with details in the body':
    "one refused change in a call doesn't keep the others from being sent",
  "8: 429 when the venue's limit, given in its status, is used up; Retry-After says until when":
    'an item is sold out for a time or until changed, and put back on sale',
  '2.6: the venue has is_open, order_handling_configuration, and the status of its last three orders, newest first':
    'an order that never arrived is reported, however its status is written: %s',
  '4.3: get venue status returns every known field': 'menu and status are requested without a body',
  '4.3: setting a venue offline or online answers 204 and is visible in its status; offline it gets no orders':
    'a venue is set offline with an end and online again, and its week and special days are set',
  "4.3: offline until a time ends automatically; online can't be scheduled":
    'a pause for a time, a pause until changed, and its end are sent',
  '4.3: update venue opening times answers 202; the list replaces the week after a while; no order is placed while closed':
    'a venue is set offline with an end and online again, and its week and special days are set',
  "7.2: 400 for opening times that aren't valid times of a week":
    'overlaps and invalid times in a week are reported; a sent week is confirmed only if every span matches',
  '4.3: set special opening times answers 202 and replaces the full list, which has priority over the week':
    'a venue is set offline with an end and online again, and its week and special days are set',
  '7.2: 400 for special days that overlap, and for windows that overlap or run past midnight':
    'special days are checked for duplicates, missing times, times over midnight and past days',
  '4.3: the delivery provider can be read; it can be changed (204) only if delivery is hybrid, else 400':
    'a change of who delivers must be confirmed, is sent, and is shown once the service shows it',
  '4.3: get venue settings returns is_open': `${NOT_ASKED}get venue status tells the same, and is read every minute`,
  '7.2: 401 without a token, 403 at a venue that is not the token’s, 404 for an unknown venue, 405 for a wrong method':
    "a venue resource at a wrong path isn't reported as an unknown order",
  '6.1: three rejections in a row raise REJECTION_ALERT_TRIGGERED, an accepted order REJECTION_ALERT_RECOVERED; signed, without id':
    'repeated rejections are shown once, as a suggestion to pause, until the next accepted order',
  '6.1: offline within its opening hours raises VENUE_OFFLINE_ALERT_TRIGGERED, online again VENUE_OFFLINE_ALERT_RECOVERED':
    'a venue offline during opening hours is reported; one tap reopens it and ends the notice',
  '6.1: OPENING_HOURS_UPDATED when weekly or special opening times changed':
    'opening times changed at the service are reported until staff dismiss the notice',
  '6.1: CREATED when the order arrives, PRODUCTION on accept, READY on ready, DELIVERED on delivered':
    'answers 200 to a signed notification once it and its read job are stored',
  '6.1: PRODUCTION also when staff accept in the merchant app':
    'if staff set that orders are accepted in the merchant app, cards have no Accept button',
  '6.1: a notification has id, type, order {id, venue_id, status, resource_url} and created_at with microseconds':
    'answers 200 to a signed notification once it and its read job are stored',
  '5.6: SERVICE-SIGNATURE is the hex HMAC-SHA256 of the exact compact body with the client secret':
    "the interface's test vector is valid, and the same JSON with spaces is refused",
  '5.6: the webhook secret can be changed': 'accepts the old and the new secret while the secret is being changed',
  '6.1: courier.notification once, before the courier arrives, with courier_pickup_eta; not for takeaway orders':
    'an order first known from a courier update asks for an answer once it can be read',
  '6.1: pickup_completed.notification when the courier picked the order up': "the courier's approach and pickup are saved with the order",
  '3.1: self-delivery pickup-completed is announced by pickup_completed.notification': '"Picked up" is sent $when',
  "5.5: the delivery API accepts only the merchant's own key": "requests for a venue's offer and courier have everything that was typed",
  '4.4: street with a city or a post code gives a binding promise; post code, city or coordinates alone a non-binding one':
    'hints show what an address lacks for a binding price; with a non-binding price no courier can be ordered',
  '4.4: a promise has id, created_at, valid_until, pickup, dropoff, price, is_binding and parcels':
    'a courier is ordered from a promise, with price and times before, tracking after',
  '8: min_preparation_time_minutes is 30 when left out and at most 60':
    "requests for a venue's offer and courier have everything that was typed",
  '4.4: scheduled_dropoff_time must be left out if it is within the next hour':
    'refusals are explained and order no courier: expired offer, cash, wrong key, early time',
  '3.2: a delivery needs a binding, valid, matching promise and starts as INFO_RECEIVED':
    "no courier can be ordered from a non-binding promise, and the service's reason is returned",
  '4.4: a delivery’s answer has tracking, price, pickup, dropoff and the service’s reference':
    'a courier is ordered from a promise, with price and times before, tracking after',
  "2.7: a delivery accepts parcels, cash, tips, support, SMS texts and handshake in the document's form":
    "requests for a venue's offer and courier have everything that was typed",
  '9.3: time_estimate_minutes of a promise is deprecated: dropoff has eta_minutes instead':
    'a courier is ordered from a promise, with price and times before, tracking after',
  "7.4: cash is refused with an error if it isn't enabled for the account":
    'refusals are explained and order no courier: expired offer, cash, wrong key, early time',
  '3.2: a cancel before the courier starts is answered with 200 and REJECTED, and requires a reason':
    'requests for nearby venues, delivery areas, the PIN and a cancellation have the right bodies',
  '3.2: a cancel after the courier started gets 400 INVALID_ORDER_STATE_TRANSITION, or REJECTED if that was agreed':
    'a courier can be cancelled in time; later only if the venue has agreed that with the service',
  '4.4: handshake details have is_required, and a pin_code if a handshake was requested':
    'the handshake PIN, venues near an address, the fee and order without a venue, and the areas are read',
  '4.4: available venues are sorted, each with its fee and its estimate':
    'requests for nearby venues, delivery areas, the PIN and a cancellation have the right bodies',
  '4.4: without a venue, a fee can be requested, and an order needs all its required fields':
    'requests for a price and a courier without a venue have everything that was typed',
  '4.4: delivery areas are polygons of [lon, lat]; they need a token of November 2025 or later':
    'the handshake PIN, venues near an address, the fee and order without a venue, and the areas are read',
  '4.4: webhooks are created (201), listed, read, changed and deleted (204), each with all its fields':
    'requests that set up, change and remove the courier webhooks have the right bodies',
  "4.4: a webhook's field disabled is a boolean": 'requests that set up, change and remove the courier webhooks have the right bodies',
  '6.2: an event is a JWT signed with HS256 in the field token, with dispatched_at, type and details':
    'webhooks are created, read, changed and deleted; events need a valid signature',
  "6.2: each step of the courier is an event; the courier's place, in EPSG:3857, is sent only to subscribers":
    'events in any order, and repeated, give the same result',
  "6.2: changed times, the PIN, a customer who doesn't show up and a rejected delivery are events":
    'changed times and the PIN are on the card',
  "6.2: an event that isn't acknowledged is sent again after base to the power of n seconds": SERVICE_ALONE,
};
