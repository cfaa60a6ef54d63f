/** A station process's input and log. */
import * as v from 'valibot';

/** How often it logs what it shows, ms. */
export const SAMPLE_MS = 50;

/** `authority`: certificate in PEM. `port`: of its line. `file`: its storage. `notesPushes`: logs each push, too. */
export const StationStart = v.object({
  origin: v.string(),
  authority: v.string(),
  port: v.number(),
  code: v.string(),
  file: v.string(),
  log: v.string(),
  person: v.string(),
  seed: v.number(),
  notesPushes: v.boolean(),
});
export type StationStart = v.InferOutput<typeof StationStart>;

export const Order = v.picklist(['work', 'rest', 'show', 'leave']);
export type Order = v.InferOutput<typeof Order>;

/** Answer to `show`. `orders`: a hash. */
export const Showing = v.object({ linked: v.boolean(), seq: v.nullable(v.number()), orders: v.string() });
export type Showing = v.InferOutput<typeof Showing>;

const at = v.number();

/** Times by `nowMs`. `openedAt`: of the connection. */
export const Line = v.variant('is', [
  v.object({ is: v.literal('shown'), at, linked: v.boolean(), seq: v.number(), openedAt: at }),
  v.object({ is: v.literal('push'), at, seq: v.number() }),
  v.object({ is: v.literal('tap'), at, number: v.number(), orderId: v.string(), action: v.string() }),
  v.object({ is: v.literal('answer'), at, number: v.number(), code: v.nullable(v.string()), text: v.boolean() }),
]);
export type Line = v.InferOutput<typeof Line>;

/** The computer's monotonic clock, ms; shared by all processes. */
export const nowMs = (): number => Number(process.hrtime.bigint() / 1_000n) / 1_000;
