import * as v from 'valibot';
import { list } from '../../shared/json/bounded-list.ts';
import { ServiceAddress } from '../address.ts';
import { mistake } from '../mistake.ts';
import { Flavour, MOST_REASONS } from '../settings/settings.ts';
import type { AddressView, VenueView } from '../views/app.ts';
import { type Calls, type Done, Id, None, output, Pasted, topic } from './call.ts';

export const venuesCalls = {
  'settings.saveWebhookSecret': {
    who: 'manager',
    cost: 10,
    noted: true,
    input: v.object({ secret: v.pipe(Pasted, v.minLength(16, mistake('field.webhookSecretTooShort'))) }),
    output: output<Done>(),
  },
  /** Sets the venue's name; null for the service's, known from its first order. */
  'venue.rename': {
    who: 'manager',
    cost: 10,
    noted: true,
    input: v.object({
      venueId: Id,
      name: v.nullable(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80))),
      /** Printed on receipts; null removes it, omitted keeps it. */
      address: v.optional(v.nullable(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)))),
    }),
    output: output<Done>(),
  },
  'venue.setFlavour': { who: 'manager', cost: 10, noted: true, input: v.object({ venueId: Id, flavour: Flavour }), output: output<Done>() },
  /** Suggested texts by reject code; a code without any uses the built-in suggestions. */
  'venue.setRejectReasons': {
    who: 'manager',
    cost: 10,
    noted: true,
    input: v.object({
      venueId: Id,
      reasons: v.record(
        v.picklist(['GENERIC', 'ITEMS_UNAVAILABLE', 'VENUE_CLOSING_SOON']),
        list(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500)), MOST_REASONS),
      ),
    }),
    output: output<Done>(),
  },
  /** Development only (section 4.1): ends the venue's tokens, so it can be onboarded again. Its orders are kept. */
  'venue.resetIntegration': { who: 'manager', noted: true, input: v.object({ venueId: Id }), output: output<Done>() },
  /** Exchanges an authorization code (section 5, step 3). Secrets are write-only and go to the vault. */
  'venue.connect': {
    who: 'manager',
    noted: true,
    input: v.object({
      environment: v.picklist(['production', 'development']),
      authUrl: ServiceAddress,
      orderBaseUrl: ServiceAddress,
      deliveryBaseUrl: v.nullable(ServiceAddress),
      clientId: v.pipe(Pasted, v.trim(), v.minLength(1, mistake('connect.clientIdMissing'))),
      /** Null uses the saved secret for exactly these addresses. */
      clientSecret: v.nullable(v.pipe(Pasted, v.minLength(1, mistake('connect.clientSecretMissing')))),
      authorizationCode: v.pipe(Pasted, v.trim(), v.minLength(1, mistake('connect.codeMissing'))),
      redirectUri: v.pipe(Pasted, v.trim(), v.minLength(1, mistake('connect.redirectMissing'))),
    }),
    output: output<{
      venueId: string;
    }>(),
  },
  /** Tests the saved addresses with harmless requests; the result is in the app's view. */
  'venue.askAddresses': { who: 'counter', role: null, cost: 20, input: None, output: output<Done>() },
  /** Tests typed addresses before they receive any code or secret. Saves nothing. */
  'venue.tryAddresses': {
    who: 'manager',
    cost: 20,
    input: v.object({ orderBaseUrl: ServiceAddress, deliveryBaseUrl: v.nullable(ServiceAddress) }),
    output: output<{
      doubts: Pick<AddressView, 'name' | 'text' | 'hint'>[];
    }>(),
  },
  /**
   * Opens a redirect address (loopback, or a link that the system passes to the desktop app) and returns it; `venue.awaitCode` then waits
   * for the code.
   */
  'venue.openRedirect': {
    who: 'manager',
    cost: 20,
    input: v.object({ via: v.optional(v.picklist(['loopback', 'link']), 'loopback') }),
    output: output<{
      redirectUri: string;
    }>(),
  },
  'venue.awaitCode': {
    who: 'manager',
    input: v.object({ redirectUri: Pasted }),
    output: output<{
      authorizationCode: string;
    }>(),
  },
} as const satisfies Calls;

export const venuesTopics = { venues: topic<VenueView>() };
