import type { venuesCalls } from '../../../contract/calls/venues.ts';
import { message } from '../../../contract/message.ts';
import type { Redirects } from '../../service/redirect-listener.ts';
import { venueSettings } from '../../settings/settings.ts';
import { DONE, type Handlers, refuse, UNKNOWN_VENUE } from '../answers.ts';
import type { Kernel } from '../context.ts';
import { addWebhookSecret } from '../new-webhook-secret.ts';
import type { Connecting } from './connect.ts';

export function createVenueCalls(
  deps: Kernel<'store' | 'settings' | 'secrets' | 'tokens' | 'addresses' | 'appEvents' | 'refreshApp' | 'onDefect'> & {
    connecting: Connecting;
    redirects: Redirects;
  },
): Pick<Handlers, keyof typeof venuesCalls> {
  const { store, settings, secrets, tokens } = deps;
  return {
    async 'settings.saveWebhookSecret'({ secret }) {
      await addWebhookSecret(deps, secret);
      deps.refreshApp();
      return DONE;
    },
    'venue.rename': ({ venueId, name, address }) => {
      if (!store.venues.get(venueId)) return refuse(UNKNOWN_VENUE);
      const named = { name, ...(address === undefined ? {} : { address }) };
      settings.change((now) => ({ ...now, venues: { ...now.venues, [venueId]: { ...venueSettings(now, venueId), ...named } } }));
      return DONE;
    },
    'venue.setFlavour': ({ venueId, flavour }) => {
      if (!store.venues.get(venueId)) return refuse(UNKNOWN_VENUE);
      settings.change((now) => ({ ...now, venues: { ...now.venues, [venueId]: { ...venueSettings(now, venueId), flavour } } }));
      return DONE;
    },
    'venue.setRejectReasons': ({ venueId, reasons }) => {
      if (!store.venues.get(venueId)) return refuse(UNKNOWN_VENUE);
      settings.change((now) => ({
        ...now,
        venues: { ...now.venues, [venueId]: { ...venueSettings(now, venueId), reject_reasons: reasons } },
      }));
      return DONE;
    },
    async 'venue.resetIntegration'({ venueId }) {
      const { environment, gateway_url: gatewayUrl } = settings.get().service;
      if (environment !== 'development' || gatewayUrl === null) {
        return refuse({
          code: 'development-only',
          text: message('venue.resetInDevelopmentOnly'),
          hint: message('token.setGatewayUrl'),
        });
      }
      if (!store.venues.get(venueId)) return refuse(UNKNOWN_VENUE);
      if (!(await secrets.isForGateway(gatewayUrl))) {
        return refuse({
          code: 'secret-needed',
          text: message('connect.secretForOtherAddresses'),
          hint: message('connect.reconnectWithSecret'),
        });
      }
      const reset = await tokens.resetIntegration(gatewayUrl, venueId);
      if (reset.ok) return DONE;
      const { code, text, hint } = reset.problem;
      return refuse({ code, text, ...(hint ? { hint } : {}) });
    },
    async 'venue.connect'(given) {
      const answer = await deps.connecting['venue.connect'](given);
      // A granted connection doesn't verify the other addresses.
      if (answer.ok) void deps.addresses.ask().catch(deps.onDefect);
      return answer;
    },
    async 'venue.askAddresses'() {
      await deps.addresses.ask();
      return DONE;
    },
    async 'venue.tryAddresses'({ orderBaseUrl, deliveryBaseUrl }) {
      const typed = { order: orderBaseUrl, delivery: deliveryBaseUrl };
      const doubts = (['order', 'delivery'] as const).map(async (name) => {
        const found = typed[name] === null ? null : await deps.addresses.tryAddress(name, typed[name]);
        return found ? [{ name, text: found.text, hint: found.hint }] : [];
      });
      return { ok: true, value: { doubts: (await Promise.all(doubts)).flat() } };
    },
    async 'venue.openRedirect'({ via }) {
      return { ok: true, value: { redirectUri: await deps.redirects.open(via) } };
    },
    async 'venue.awaitCode'({ redirectUri }) {
      const code = await deps.redirects.codeOf(redirectUri);
      if (code === null)
        return refuse({ code: 'no-code', text: message('connect.noCodeArrived'), hint: message('connect.startAgainOrPaste') });
      return { ok: true, value: { authorizationCode: code } };
    },
  };
}
