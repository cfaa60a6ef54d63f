/** Orders as reads show them: current, or older if a fault delays reads. */
import type { Clock } from '../clock.ts';
import type { OrderV2, SandboxOrder } from '../order.ts';
import type { Faults } from '../wire/faults.ts';

export interface Readings {
  /** Call after each change. */
  changed(order: SandboxOrder): void;
  /** `old`: the result isn't current. */
  show(order: SandboxOrder, lagMs: number): { body: OrderV2; refunded: boolean; old: boolean };
}

/** Keeps earlier versions only of orders whose reads are delayed: there may be thousands of orders. */
export function createReadings(options: { clock: Clock; faults: Faults; orders: () => Iterable<SandboxOrder> }): Readings {
  const { clock, faults } = options;
  const reads = (order: SandboxOrder) => [`GET /v2/orders/${order.id}`, `GET /orders/${order.id}`];

  function keep(order: SandboxOrder): void {
    const body = JSON.stringify(order.body);
    const last = order.versions.at(-1);
    if (last?.body !== body || last.refunded !== order.refunded) order.versions.push({ at: clock.now(), body, refunded: order.refunded });
  }

  faults.onLag((isHit) => {
    for (const order of options.orders()) if (reads(order).some(isHit)) keep(order);
  });

  return {
    changed(order) {
      if (faults.isLagged(reads(order))) keep(order);
      else if (order.versions.length > 0) order.versions = [];
    },
    show(order, lagMs) {
      const asItIs = { body: order.body, refunded: order.refunded, old: false };
      if (lagMs === 0) return asItIs;
      const then = order.versions.findLast(({ at }) => at <= clock.now() - lagMs) ?? order.versions[0];
      if (!then || (then.body === JSON.stringify(order.body) && then.refunded === order.refunded)) return asItIs;
      return { body: JSON.parse(then.body) as OrderV2, refunded: then.refunded, old: true };
    },
  };
}
