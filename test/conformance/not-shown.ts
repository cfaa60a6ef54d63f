/** What the document names and does not show: nothing is invented for it, so nothing can be tested. */
export const NOT_SHOWN: readonly { section: string; what: string; instead: string }[] = [
  { section: '2.6', what: 'fields of nested objects beyond the names given', instead: 'parsed tolerantly; kept in the stored body' },
  { section: '2.6', what: 'other fields of the venue resource, and all menu resources', instead: 'ignored' },
  {
    section: '2.7',
    what: 'numeric type and unit of Price.amount in the delivery API',
    instead: 'one setting, `service.delivery_price_unit`; minor units unless the operator says otherwise',
  },
  {
    section: '3.1',
    what: 'transitions among received, fetched, acknowledged and other; the states from which reject is allowed',
    instead: 'offered before preparation only',
  },
  { section: '3.1', what: 'the effect of pickup-completed on order_status', instead: 'the service’s own word is shown' },
  { section: '4.2 rule 4', what: 'the deposit object on substitute items beyond its currency rule', instead: 'sent as {amount, currency}' },
  { section: '4.2 rule 5', what: 'refund actions other than REFUND_MONEY', instead: 'REFUND_MONEY' },
  {
    section: '4.2 rule 6',
    what: 'values of the entry reason beyond PRICE_DIFFERENCE',
    instead: 'staff write it; PRICE_DIFFERENCE is suggested',
  },
  {
    section: '4.2 rule 10',
    what: 'weighted_item_input_type values and the per-entry names of OrderReadyRequest',
    instead: 'the names stand in one place on each side',
  },
  {
    section: '3.2',
    what: 'delivery status values beyond INFO_RECEIVED and REJECTED, and their transitions',
    instead: 'the events of 6.2 tell how far a delivery is',
  },
  {
    section: '4.3',
    what: 'paths and payloads of the menu and venue endpoints',
    instead: 'none is invented; the venue resource is read where an installer sets its path',
  },
  { section: '4.4', what: 'the answer to a change of a webhook', instead: 'not read; the list is asked for again' },
  {
    section: '5.8',
    what: 'the start address of self-service onboarding, the payload of service-led onboarding, the token request of brand-level authentication',
    instead: 'assumed in the sandbox, marked there',
  },
  {
    section: '6.1',
    what: 'status values beyond the four listed, and retries of notifications',
    instead: 'unknown values are kept; deliveries may come late, twice or never',
  },
  { section: '8', what: 'numeric rate limits', instead: 'exponential backoff for each venue' },
  {
    section: '8',
    what: 'bounds and defaults of exponent_base and max_retry_count',
    instead: 'base 2 and 10 retries are asked for',
  },
  { section: '8', what: 'validity of an upload link', instead: 'asked for again when it is refused' },
  { section: '9.5', what: 'timeline and policy for deprecation and removal', instead: 'unknown keys and values are tolerated' },
];
