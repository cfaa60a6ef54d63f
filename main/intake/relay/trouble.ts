/** What is in the way between this counter and its relay, in words: what it is and what whoever stands here can do. */
import { type Message, message } from '../../../contract/message.ts';

export type RelayTrouble =
  | 'unreachable'
  | 'certificate'
  | 'portal'
  | 'silent'
  | 'fault'
  | 'not-joined'
  | 'key'
  | 'revoked'
  | 'expired'
  | 'version'
  | 'too-many'
  | 'bad-frame'
  | 'closing'
  | 'not-kept'
  | 'nonsense';

interface Words {
  says: Message;
  remedy: Message;
}

const BY_ITSELF = message('relay-is-tried-again-by-itself');
const NEW_CODE = message('relay-ask-operator-for-new-code');

export const RELAY_TROUBLE: Record<RelayTrouble, Words> = {
  unreachable: { says: message('relay-cannot-be-reached'), remedy: message('relay-check-internet-connection') },
  certificate: { says: message('relay-connection-is-not-safe'), remedy: message('check-date-of-this-computer-and') },
  portal: { says: message('relay-something-else-answers'), remedy: message('relay-open-browser-and-sign-in') },
  silent: { says: message('relay-does-not-answer'), remedy: BY_ITSELF },
  fault: { says: message('relay-has-a-fault'), remedy: BY_ITSELF },
  'not-joined': { says: message('relay-no-key-is-stored'), remedy: NEW_CODE },
  key: { says: message('relay-does-not-know-this-counter'), remedy: NEW_CODE },
  revoked: { says: message('relay-operator-has-removed-this-counter'), remedy: NEW_CODE },
  expired: { says: message('relay-key-has-expired'), remedy: NEW_CODE },
  version: { says: message('relay-speaks-another-version'), remedy: message('relay-update-tillbridge-or-relay') },
  'too-many': { says: message('relay-lets-no-more-in-now'), remedy: BY_ITSELF },
  'bad-frame': { says: message('relay-refused-what-this-counter-sent'), remedy: message('relay-update-tillbridge-or-relay') },
  closing: { says: message('relay-is-restarting'), remedy: BY_ITSELF },
  'not-kept': { says: message('relay-keeps-no-new-notifications'), remedy: message('relay-look-into-merchant-app') },
  nonsense: { says: message('relay-sends-what-cannot-be-read'), remedy: message('relay-tell-its-operator') },
};

/** What nothing but a person mends: it is tried seldom, so that it is noticed all the same when the relay mends it. */
export function needsAPerson(trouble: RelayTrouble): boolean {
  return trouble === 'not-joined' || trouble === 'key' || trouble === 'revoked' || trouble === 'expired' || trouble === 'version';
}

/** What an HTTP status in place of what was asked for says. `isRelay`: the answer was a JSON object, as a relay writes its refusals. */
export function troubleOfStatus(status: number, isRelay: boolean): RelayTrouble {
  if (status === 401 || status === 403) return isRelay || status === 401 ? 'key' : 'portal';
  if (status === 429) return 'too-many';
  if (status >= 500 && status !== 511) return 'fault';
  return 'portal';
}

/** Why no answer came at all. */
export function troubleOfError(error: unknown): RelayTrouble {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
    if (/^(CERT_|ERR_TLS_|UNABLE_TO_)|SELF_SIGNED/.test(code)) return 'certificate';
    if (cause.name === 'TimeoutError') return 'silent';
  }
  return 'unreachable';
}
