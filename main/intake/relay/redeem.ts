import * as v from 'valibot';
import { type Message, message } from '../../../contract/message.ts';
import { partsOfCode } from '../../../contract/relay/settings-document.ts';
import { RELAY_PATHS, Redeemed } from '../../../contract/relay/wire.ts';
import type { Time } from '../../../shared/time/time.ts';
import { asText } from '../../orders/text/reading.ts';
import { post } from './post.ts';
import { RELAY_TROUBLE, wordsOfTrouble } from './trouble.ts';

/** `isSpent`: the code is useless from now on; otherwise it may work later. */
export interface NotRedeemed {
  code: string;
  text: Message;
  hint: Message;
  isSpent: boolean;
}

const WITHIN_MS = 10_000;
const LONGEST_ANSWER = 256 * 1024;

const REFUSED: Record<string, Message> = {
  unknown: message('relay.codeUnknown'),
  used: message('relay.codeUsed'),
  expired: message('relay.codeExpired'),
};

/** The relay's settings key isn't the one in the code. The code is used up, so its operator must check. */
const ANOTHER_KEY: NotRedeemed = {
  code: 'relay-code-another-key',
  text: message('relay.managersDiffer'),
  hint: message('relay.tellWhoGaveCode'),
  isSpent: true,
};

/** Who manages this computer's settings. */
export type Management = { group: string; key: string } | null;

/** Exchanges the operator's single-use code for this computer's key. Never rejects. */
export async function redeem(
  time: Time,
  address: string,
  code: string,
): Promise<{ ok: true; key: string; management: Management } | { ok: false; problem: NotRedeemed }> {
  const { code: sent, isKey } = partsOfCode(code);
  const answer = await post(time, {
    url: address + RELAY_PATHS.redeem,
    body: { code: sent },
    withinMs: WITHIN_MS,
    most: LONGEST_ANSWER,
  });
  if (answer.ok) {
    const redeemed = v.safeParse(Redeemed, answer.body);
    if (redeemed.success && isKey !== null && !isKey(redeemed.output.settings?.key ?? '')) return { ok: false, problem: ANOTHER_KEY };
    if (redeemed.success) return { ok: true, key: redeemed.output.key, management: redeemed.output.settings ?? null };
    return { ok: false, problem: { code: 'relay-portal', ...RELAY_TROUBLE.portal, isSpent: false } };
  }
  const why = asText(answer.refused?.code) ?? '';
  const text = Object.hasOwn(REFUSED, why) ? REFUSED[why] : undefined;
  if (text) {
    const problem = { code: `relay-code-${why}`, text, hint: message('relay.askForNewCode'), isSpent: true };
    return { ok: false, problem };
  }
  const trouble = answer.trouble === 'key' ? 'portal' : answer.trouble;
  return { ok: false, problem: { code: `relay-${trouble}`, ...wordsOfTrouble(trouble, address), isSpent: false } };
}
