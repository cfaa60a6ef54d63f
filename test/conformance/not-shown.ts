/** What the document names without details, so that no rule can be tested. */
export const NOT_SHOWN: readonly { section: string; what: string; instead: string }[] = [
  { section: '2.6', what: 'fields of nested objects beyond the names given', instead: 'parsed tolerantly; kept in the stored body' },
  {
    section: '2.6',
    what: 'other fields of the venue resource, and all menu resources',
    instead: 'as they are known in public; which are assumptions says `sandbox/variants.ts`, and each can be missing or otherwise there',
  },
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
    what: 'the per-entry names of OrderReadyRequest',
    instead: 'the names stand in one place on each side',
  },
  {
    section: '4.2 rule 10',
    what: 'the values of weighted_item_input_type, and what picked_weight says beside weight',
    instead: 'neither is sent: what was weighed goes out as weight, in grams; the sandbox takes both',
  },
  {
    section: '3.2',
    what: 'delivery status values beyond INFO_RECEIVED and REJECTED, and their transitions',
    instead: 'the events of 6.2 tell how far a delivery is',
  },
  {
    section: '4.3',
    what: 'paths, methods, payloads and success statuses of the menu and venue endpoints',
    instead: 'as they are known in public; the sandbox can move each endpoint, and has those on which sources disagree',
  },
  {
    section: '4.3',
    what: 'how a menu that was accepted and could not be processed is told',
    instead: 'not at all; a reading of the menu shows whether it came',
  },
  {
    section: '4.3',
    what: 'rows of an update that match nothing, and the most rows of one update',
    instead: 'passed over in silence; no limit but that of the body',
  },
  {
    section: '4.3',
    what: 'nested options, selection ranges, default values, deposits, availabilities and subcategories of a menu that is read',
    instead: 'assumed as in the examples of what is known in public',
  },
  {
    section: '4.3',
    what: 'the values of inventory_mode, and whether what is left of a counted item is read',
    instead: 'FORCED_OUT_OF_STOCK for what is sold out, else absent; what is left is not told',
  },
  { section: '4.3', what: 'whether a menu that is read tells a price with or without its discount', instead: 'what customers pay' },
  {
    section: '4.3',
    what: 'what clears disabled_until, and enabled sent while it is set',
    instead: 'null clears it; until then the date wins',
  },
  { section: '4.3', what: 'inventory below 0', instead: 'refused; 0 is sold out' },
  { section: '4.3', what: 'scheduled_discount of full-assortment venues', instead: 'refused' },
  { section: '4.3', what: 'an external id that several option values have', instead: 'all of them change' },
  {
    section: '4.3',
    what: 'life of resource_url, and whether error is a text',
    instead: '15 minutes; a text, or an object where it is told to',
  },
  {
    section: '4.3',
    what: 'what becomes of an item image of more than 5 MB, of another shape or format, beyond that it is not imported',
    instead: 'the sandbox fetches no image',
  },
  {
    section: '4.3',
    what: 'whether is_open takes being offline into account, and how fast being online shows',
    instead: 'the sandbox shows both; at once unless it is told otherwise',
  },
  { section: '4.3', what: 'spans of the week that overlap', instead: 'refused' },
  { section: '4.3', what: 'closed special days in the status', instead: 'not told' },
  {
    section: '6.1',
    what: 'events of a venue: their details and when an offline venue raises its alert',
    instead: 'an empty object; at once within its hours',
  },
  { section: '7.3', what: 'the bodies of errors', instead: 'error_code, reason, and details: a list of {path, problem}' },
  { section: '7.3', what: 'which VAT rates are valid', instead: 'a list of the venue, set by the control API' },
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
  {
    section: '8',
    what: 'numeric rate limits',
    instead: 'exponential backoff for each venue; of menus those that the venue’s status tells',
  },
  {
    section: '8',
    what: 'bounds and defaults of exponent_base and max_retry_count',
    instead: 'base 2 and 10 retries are asked for',
  },
  { section: '8', what: 'validity of an upload link', instead: 'asked for again when it is refused' },
  { section: '9.5', what: 'timeline and policy for deprecation and removal', instead: 'unknown keys and values are tolerated' },
];
