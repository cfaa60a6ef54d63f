/** Delivery webhooks (section 4.4). */
import { randomBytes } from 'node:crypto';
import type { Result } from '../../service/problem.ts';
import { DONE, type Handlers, refuseAs } from '../answers.ts';
import type { Kernel } from '../context.ts';

type Calls = Pick<Handlers, 'webhooks.list' | 'webhooks.create' | 'webhooks.change' | 'webhooks.delete'>;
/** 256 bits; section 8 asks for 128. */
const SECRET_BYTES = 32;
/** An event that isn't subscribed by default (6.2), but important. */
const NO_SHOW = 'order.customer_no_show';
/** A frequent event, so it has its own webhook (6.2); late ones are worthless. */
const PLACE = 'order.location_updated';
const STEPS_RETRIED = 10;
const PLACES_RETRIED = 1;

export function createWebhookCalls(deps: Kernel<'deliveryApi' | 'secrets' | 'receiver'>): Calls {
  const { deliveryApi: api, secrets, receiver } = deps;

  /**
   * Saves the secret before sending it, so a crash can't lose a webhook's secret. Removes it after a refusal, as only the newest secrets are kept.
   */
  async function withFreshSecret<T>(work: (secret: string) => Promise<Result<T>>): Promise<Result<T>> {
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    const takeBack = await secrets.addDeliverySecret(secret);
    const done = await work(secret);
    if (!done.ok && done.problem.outcome !== 'unknown') await takeBack();
    return done;
  }

  /** Creates a webhook, disabled until its events are set. */
  async function add(url: string, maxRetries: number, events: (usual: string[]) => string[]): Promise<Result<null>> {
    const created = await withFreshSecret((secret) => api.createWebhook({ url, secret, exponentBase: 2, maxRetries, disabled: true }));
    if (!created.ok) return created;
    return api.updateWebhook(created.value.id, { events: [...new Set(events(created.value.events))], disabled: false });
  }

  return {
    async 'webhooks.list'() {
      const answer = await api.webhooks();
      if (!answer.ok) return refuseAs(answer.problem);
      const webhooks = answer.value.map((webhook) => ({ ...webhook, isHere: webhook.url === `${receiver.view().url}/deliveries` }));
      return { ok: true, value: { webhooks } };
    },
    async 'webhooks.create'({ url }) {
      const added = await add(url, STEPS_RETRIED, (usual) => [...usual.filter((type) => type !== PLACE), NO_SHOW]);
      const places = added.ok ? await add(url, PLACES_RETRIED, () => [PLACE]) : added;
      return places.ok ? DONE : refuseAs(places.problem);
    },
    async 'webhooks.change'({ id, disabled, events, newSecret }) {
      const change = { ...(disabled === undefined ? {} : { disabled }), ...(events ? { events } : {}) };
      const changed = await (newSecret
        ? withFreshSecret((secret) => api.updateWebhook(id, { ...change, secret }))
        : api.updateWebhook(id, change));
      return changed.ok ? DONE : refuseAs(changed.problem);
    },
    async 'webhooks.delete'({ id }) {
      const deleted = await api.deleteWebhook(id);
      return deleted.ok ? DONE : refuseAs(deleted.problem);
    },
  };
}
