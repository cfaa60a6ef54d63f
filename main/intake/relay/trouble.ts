import { message } from '../../../contract/message.ts';
import { type Failure, failureOf, type Words, wordsOfFailure, wordsOfNoContact } from '../../outgoing/failure.ts';

/** Failures that a person may fix. */
type NotSafe = Exclude<Failure, 'refused' | 'nothing' | 'silence'>;

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
  unreachable: { text: message('relay.unreachable'), hint: message('relay.checkInternet') },
  portal: { text: message('relay.somethingElseAnswers'), hint: message('relay.signInToNetwork') },
  silent: { text: message('relay.notResponding'), hint: BY_ITSELF },
  fault: { text: message('relay.fault'), hint: BY_ITSELF },
  'not-joined': { text: message('relay.noKey'), hint: NEW_CODE },
  key: { text: message('relay.computerUnknown'), hint: NEW_CODE },
  revoked: { text: message('relay.computerRemoved'), hint: NEW_CODE },
  expired: { text: message('relay.keyExpired'), hint: NEW_CODE },
  version: { text: message('relay.versionMismatch'), hint: message('relay.updateOlder') },
  'too-many': { text: message('relay.full'), hint: BY_ITSELF },
  'bad-frame': { text: message('relay.couldNotReadUs'), hint: message('relay.updateOlder') },
  closing: { text: message('relay.restarting'), hint: BY_ITSELF },
  'not-kept': { text: message('relay.cannotSave'), hint: message('relay.checkMerchantApp') },
  nonsense: { text: message('relay.unreadable'), hint: message('relay.tellOperator') },
};

/** Such problems are retried seldom, only to notice a fix at the relay. */
export function needsAPerson(trouble: RelayTrouble): boolean {
  return trouble === 'not-joined' || trouble === 'key' || trouble === 'revoked' || trouble === 'expired' || trouble === 'version';
}

/** `isRelay`: answered with a JSON object, as relays do. */
export function troubleOfStatus(status: number, isRelay: boolean): RelayTrouble {
  if (status === 401 || status === 403) return isRelay || status === 401 ? 'key' : 'portal';
  if (status === 429) return 'too-many';
  if (status === 503 && isRelay) return 'closing';
  if (status >= 500 && status !== 511) return 'fault';
  return 'portal';
}

export function isOfRelay(code: string): code is OfRelay {
  return Object.hasOwn(RELAY_TROUBLE, code);
}

export function wordsOfTrouble(trouble: RelayTrouble, address: string): Words {
  if (isOfRelay(trouble)) return RELAY_TROUBLE[trouble];
  const unknown = trouble === 'no-host' ? wordsOfNoContact(trouble, address) : null;
  // Without internet, no host name resolves.
  return wordsOfFailure(trouble, address) ?? { ...RELAY_TROUBLE.unreachable, ...(unknown && { text: unknown.text }) };
}

export function troubleOfError(error: unknown, address: string): RelayTrouble {
  const failure = failureOf(error, address);
  if (failure !== 'silence' && failure !== 'refused' && failure !== 'nothing') return failure;
  return error instanceof Error && error.name === 'TimeoutError' ? 'silent' : 'unreachable';
}
