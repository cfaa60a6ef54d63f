/** Operator calls for support files. */
import * as v from 'valibot';
import { SupportReason } from '../../contract/relay/wire.ts';
import { isStorable } from '../../shared/json/values.ts';
import { isoTime } from '../iso-time.ts';
import type { Registry } from '../store/registry.ts';
import { SUPPORT_KEPT_MS, type SupportRequestRow, type SupportRequests } from '../store/support-requests.ts';
import { type Answer, errorBody, invalidRequest, NOT_FOUND } from './answers.ts';

const NOT_ASKED: Answer = { status: 404, body: errorBody('This counter is not asked for a support file.') };
const NO_FILE: Answer = { status: 404, body: errorBody('This counter has sent no support file.') };

const Asked = v.object({ reason: v.pipe(SupportReason, v.check(isStorable, 'is no text')) });

export interface SupportCalls {
  ask(counterId: string, given: unknown): Promise<Answer>;
  show(counterId: string): Promise<Answer>;
  file(counterId: string): Promise<Answer>;
  withdraw(counterId: string): Promise<Answer>;
}

export function createSupportCalls(support: SupportRequests, registry: Pick<Registry, 'counters'>): SupportCalls {
  return {
    async ask(counterId, given) {
      const asked = v.safeParse(Asked, given);
      if (!asked.success) return invalidRequest(asked.issues);
      if (!registry.counters().some(({ id }) => id === counterId)) return NOT_FOUND;
      const made = await support.ask(counterId, asked.output.reason);
      return made
        ? { status: 201, body: shown(made) }
        : { status: 409, body: errorBody('This counter is asked already. Withdraw that request first.') };
    },
    async show(counterId) {
      const request = await support.of(counterId);
      return request ? { status: 200, body: shown(request) } : NOT_ASKED;
    },
    async file(counterId) {
      const gzip = await support.file(counterId);
      return gzip ? { status: 200, gzip } : NO_FILE;
    },
    withdraw: async (counterId) => ((await support.withdraw(counterId)) ? { status: 204 } : NOT_ASKED),
  };
}

function shown({ id, reason, state, askedAt, answeredAt }: SupportRequestRow): object {
  return {
    id,
    reason,
    state,
    asked_at: isoTime(askedAt),
    answered_at: answeredAt === null ? null : isoTime(answeredAt),
    deleted_at: isoTime((answeredAt ?? askedAt) + SUPPORT_KEPT_MS),
  };
}
