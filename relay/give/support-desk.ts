/** Takes counters' answers to support requests. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as v from 'valibot';
import { LONGEST_SUPPORT_ANSWER, RELAY_PATHS, SupportAnswer } from '../../contract/relay/wire.ts';
import { readBody } from '../../shared/http/body.ts';
import { readJson } from '../../shared/json/read-json.ts';
import { answerJson, bearerOf } from '../listening/answer.ts';
import type { Registry } from '../store/registry.ts';
import type { SupportRequests } from '../store/support-requests.ts';

export function createSupportDesk(options: {
  registry: Pick<Registry, 'holderOf'>;
  support: SupportRequests;
  trust: (request: IncomingMessage) => void;
}): (request: IncomingMessage, response: ServerResponse, path: string) => Promise<void> {
  const { registry, support, trust } = options;
  return async (request, response, path) => {
    if (request.method !== 'POST') return answerJson(response, 405, { code: 'post-only' }, { allow: 'POST' });
    const holder = await registry.holderOf(bearerOf(request) ?? '');
    if (!holder.ok)
      return answerJson(response, holder.why === 'closing' ? 503 : 401, { type: 'refused', code: holder.why }, { connection: 'close' });
    trust(request);
    const { id: counterId } = holder.counter;
    const id = path.slice(`${RELAY_PATHS.support}/`.length);
    const gone = (): void => answerJson(response, 410, { code: 'not-asked' }, { connection: 'close' });
    if ((await support.of(counterId))?.id !== id) return gone();
    const body = await readBody(request, LONGEST_SUPPORT_ANSWER);
    if (body === 'cut off') return void response.destroy();
    if (body === 'too large') return answerJson(response, 413, { code: 'too-large' }, { connection: 'close' });
    const given = v.safeParse(SupportAnswer, readJson(body.toString('utf8')), { abortEarly: true });
    if (!given.success) return answerJson(response, 400, { code: 'bad-answer' });
    const { file } = given.output;
    if (await support.answer(counterId, id, file === null ? null : Buffer.from(file, 'base64'))) answerJson(response, 200, {});
    else gone();
  };
}
