/** The relay operator's requests for a support file. Staff see one at a time, and the next after a minute. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type * as v from 'valibot';
import { message, type Text } from '../../../contract/message.ts';
import { RELAY_PATHS, type SupportAnswer, type SupportRequest } from '../../../contract/relay/wire.ts';
import type { Cancel, Time } from '../../../shared/time/time.ts';
import { post } from './post.ts';
import { RELAY_TROUBLE, wordsOfTrouble } from './trouble.ts';

const NEXT_AFTER_MS = 60_000;
const WITHIN_MS = 20_000;
const LONGEST_ANSWER = 4 * 1024;

interface NotSent {
  code: string;
  text: Text;
  hint?: Text;
}

export const NOT_ASKED: NotSent = { code: 'support-not-asked', text: message('support.noLongerAsked') };

export interface SupportRequests extends Disposable {
  shown(): SupportRequest | null;
  /** ID of the open request, shown or not yet. */
  known(): string | null;
  /** The relay's open request. */
  take(request: SupportRequest | null): void;
  /** Null on success. */
  send(id: string, file: string): Promise<NotSent | null>;
  /** Reported now, and whenever the relay sends it again. */
  refuse(id: string): void;
}

export function createSupportRequests(options: {
  time: Time;
  relay: () => Promise<{ address: string; key: string } | null>;
  onChange: () => void;
  onDefect: (error: unknown) => void;
}): SupportRequests {
  const { time, onChange } = options;
  const refused = new Set<string>();
  const sent = new Set<string>();
  let open: SupportRequest | null = null;
  let isShown = false;
  let nextAt = Number.NEGATIVE_INFINITY;
  let later: Cancel | null = null;
  let isReporting = false;

  function show(): void {
    isShown = true;
    nextAt = time.monotonic() + NEXT_AFTER_MS;
    onChange();
  }

  function put(request: SupportRequest | null): void {
    const wasShown = isShown;
    later?.();
    later = null;
    open = request;
    isShown = false;
    const ms = nextAt - time.monotonic();
    if (request !== null && ms <= 0) return show();
    if (request !== null) later = time.after(ms, show);
    if (wasShown) onChange();
  }

  async function answer(id: string, file: string | null): Promise<NotSent | null> {
    const at = await options.relay();
    if (at === null) return { code: 'relay-not-joined', ...RELAY_TROUBLE['not-joined'] };
    const body: v.InferInput<typeof SupportAnswer> = { file: file === null ? null : (await promisify(gzip)(file)).toString('base64') };
    const url = `${at.address}${RELAY_PATHS.support}/${id}`;
    const posted = await post(time, { url, key: at.key, body, withinMs: WITHIN_MS, most: LONGEST_ANSWER });
    if (posted.ok) return null;
    if (posted.refused?.code === 'not-asked') return NOT_ASKED;
    return { code: `relay-${posted.trouble}`, ...wordsOfTrouble(posted.trouble, at.address) };
  }

  function reportRefusal(id: string): void {
    if (isReporting) return;
    isReporting = true;
    answer(id, null)
      .catch(options.onDefect)
      .finally(() => {
        isReporting = false;
      });
  }

  return {
    shown: () => (isShown ? open : null),
    known: () => open?.id ?? null,
    take(request) {
      if (request !== null && refused.has(request.id)) reportRefusal(request.id);
      const next = request === null || refused.has(request.id) || sent.has(request.id) ? null : request;
      if (next?.id !== open?.id) put(next);
    },
    async send(id, file) {
      const problem = await answer(id, file);
      if (problem === null) sent.add(id);
      if ((problem === null || problem === NOT_ASKED) && open?.id === id) put(null);
      return problem;
    },
    refuse(id) {
      refused.add(id);
      if (open?.id === id) put(null);
      reportRefusal(id);
    },
    [Symbol.dispose]: () => later?.(),
  };
}
