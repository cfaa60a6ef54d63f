/** Problems between this computer and its relay as messages: what is wrong, and what staff can do. */
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

const BY_ITSELF = message('relay.retrying');
const NEW_CODE = message('relay.enterNewCode');

export const RELAY_TROUBLE: Record<OfRelay, Words> = {
  unreachable: { says: message('relay.unreachable'), remedy: message('relay.checkInternet') },
  portal: { says: message('relay.somethingElseAnswers'), remedy: message('relay.signInToNetwork') },
  silent: { says: message('relay.notResponding'), remedy: BY_ITSELF },
  fault: { says: message('relay.fault'), remedy: BY_ITSELF },
  'not-joined': { says: message('relay.noKey'), remedy: NEW_CODE },
  key: { says: message('relay.computerUnknown'), remedy: NEW_CODE },
  revoked: { says: message('relay.computerRemoved'), remedy: NEW_CODE },
  expired: { says: message('relay.keyExpired'), remedy: NEW_CODE },
  version: { says: message('relay.versionMismatch'), remedy: message('relay.updateOlder') },
  'too-many': { says: message('relay.full'), remedy: BY_ITSELF },
  'bad-frame': { says: message('relay.couldNotReadUs'), remedy: message('relay.updateOlder') },
  closing: { says: message('relay.restarting'), remedy: BY_ITSELF },
  'not-kept': { says: message('relay.cannotSave'), remedy: message('relay.checkMerchantApp') },
  nonsense: { says: message('relay.unreadable'), remedy: message('relay.tellOperator') },
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
