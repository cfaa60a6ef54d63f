/** What is in the way between this counter and its relay, in words: what it is and what whoever stands here can do. */
import { message } from '../../../contract/message.ts';
import { type Failure, failureOf, type Words, wordsOfFailure } from '../../outgoing/failure.ts';

/** Why there is no safe connection to it. */
type NotSafe = Exclude<Failure, 'no-host' | 'nothing' | 'silence'>;

/** What a relay and its connection may be in. */
type OfRelay =
  | 'unreachable'
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

export type RelayTrouble = OfRelay | NotSafe;

const BY_ITSELF = message('relay-is-tried-again-by-itself');
const NEW_CODE = message('relay-ask-operator-for-new-code');

export const RELAY_TROUBLE: Record<OfRelay, Words> = {
  unreachable: { says: message('relay-cannot-be-reached'), remedy: message('relay-check-internet-connection') },
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

/** Whether a relay itself may name it as the reason of a refusal. */
export function isOfRelay(code: string): code is OfRelay {
  return Object.hasOwn(RELAY_TROUBLE, code);
}

/** What it is, and what helps, of the relay at `address`. */
export function wordsOfTrouble(trouble: RelayTrouble, address: string): Words {
  return isOfRelay(trouble) ? RELAY_TROUBLE[trouble] : (wordsOfFailure(trouble, address) ?? RELAY_TROUBLE.unreachable);
}

/** Why no answer came at all from `address`. */
export function troubleOfError(error: unknown, address: string): RelayTrouble {
  const failure = failureOf(error, address);
  if (failure !== 'silence' && failure !== 'no-host' && failure !== 'nothing') return failure;
  return error instanceof Error && error.name === 'TimeoutError' ? 'silent' : 'unreachable';
}
