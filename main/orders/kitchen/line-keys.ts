/** Keys name the dish, not its position, so that "done" applies to that dish only. Pure. */
import type { OrderItem } from '../order.ts';

/** Repeated lines get a number suffix. */
export function lineKeys(items: readonly OrderItem[]): string[] {
  const seen = new Map<string, number>();
  return items.map(({ name, count, options, left }) => {
    const chosen = options.map(({ group, value, count: times }) => [group, value, times]);
    const what = textKey(JSON.stringify([name, count, chosen, ...(left ? [left.key] : [])]));
    const place = seen.get(what) ?? 0;
    seen.set(what, place + 1);
    return place === 0 ? what : `${what}-${place + 1}`;
  });
}

/** A 53-bit hash. */
export function textKey(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 2_654_435_761);
    low = Math.imul(low ^ unit, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return (4_294_967_296 * (2_097_151 & low) + (high >>> 0)).toString(36);
}
