/** Exchanges an operator's code for a counter's key, once. Attempts are limited per address. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as v from 'valibot';
import { Redeem, type Redeemed } from '../../contract/relay/wire.ts';
import { readBody } from '../../shared/http/body.ts';
import { readJson } from '../../shared/json/read-json.ts';
import { isStorable } from '../../shared/json/values.ts';
import type { Time } from '../../shared/time/time.ts';
import type { Engine } from '../engine/engine.ts';
import { answerJson } from '../listening/answer.ts';
import { senderOf } from '../listening/server.ts';
import type { RelaySettings } from '../settings/settings.ts';
import type { Registry } from '../store/registry.ts';

const BODY_LIMIT = 4 * 1024;
const MINUTE_MS = 60_000;
/** Number of addresses counted separately per minute; further ones share one limit. */
const MOST_SENDERS = 10_000;
const OTHERS = 'others';

export interface RedeemDesk {
  serve(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

export function createRedeemDesk(options: { registry: Registry; engine: Engine; settings: RelaySettings; time: Time }): RedeemDesk {
  const { registry, engine, settings, time } = options;
  let minute = { began: time.monotonic(), tries: new Map<string, number>() };

  function mayTry(sender: string): boolean {
    if (time.monotonic() - minute.began >= MINUTE_MS) minute = { began: time.monotonic(), tries: new Map() };
    const { tries } = minute;
    const who = tries.has(sender) || tries.size < MOST_SENDERS ? sender : OTHERS;
    const count = (tries.get(who) ?? 0) + 1;
    tries.set(who, count);
    return count <= settings.limits.redeem_tries_per_minute;
  }

  return {
    async serve(request, response) {
      if (request.method !== 'POST') return answerJson(response, 405, { code: 'post-only' }, { allow: 'POST' });
      if (!mayTry(senderOf(request, settings))) return answerJson(response, 429, { code: 'too-many' }, { 'retry-after': '60' });
      const body = await readBody(request, BODY_LIMIT);
      if (body === 'cut off') return void response.destroy();
      const asked = body === 'too large' ? null : v.safeParse(Redeem, readJson(body.toString('utf8')), { abortEarly: true });
      if (!asked?.success) return answerJson(response, 400, { code: 'unknown' });
      const { code, label = '' } = asked.output;
      const redeemed = await registry.redeem(code, isStorable(label) ? label : '');
      if (!redeemed.ok) return answerJson(response, 400, { code: redeemed.why });
      const { counter, key, management } = redeemed;
      await engine.setReader(counter.id, counter.venueIds);
      const managed = management === null ? {} : { settings: { ...management } };
      answerJson(response, 200, { counterId: counter.id, key, venueIds: counter.venueIds, ...managed } satisfies v.InferInput<
        typeof Redeemed
      >);
    },
  };
}
