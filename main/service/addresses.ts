/**
 * Checks that the service answers at each configured address: first without a token, so that web pages and wrong paths get none, then with
 * the venue's token.
 */
import { message, type Text } from '../../contract/message.ts';
import { wordsOfFailure } from '../outgoing/failure.ts';
import type { Expected, Http } from './http.ts';
import { type Found, ok, type Result, type ServiceProblem } from './problem.ts';
import { bearer } from './venue-client.ts';

type Name = 'order' | 'delivery';

/** `wrong`: something other than the service answers. `unclear`: neither is proven. */
export interface AddressCheck {
  state: 'verified' | 'unclear' | 'wrong';
  text: Text;
  hint: Text | null;
}

export interface KnownAddress extends Omit<AddressCheck, 'state'> {
  name: Name;
  address: string;
  state: AddressCheck['state'] | 'unasked' | 'asking';
  /** When the address was first verified (ISO UTC), or null. */
  verifiedAt: string | null;
}

export interface Addresses extends Disposable {
  /** Addresses in use, the order API first. */
  view(): KnownAddress[];
  /** Checks each address in use. Concurrent calls share the result. */
  ask(): Promise<void>;
  /** Tries an address that may not be in use, without a token. Null if it may be the service's. */
  tryAddress(name: Name, address: string): Promise<AddressCheck | null>;
  /** A regular call got an answer of the service. */
  answered(name: Name, address: string): void;
}

/** A nonexistent order with a valid ID. */
const NO_ORDER = '000000000000000000000000';
const NO_MERCHANT = 'tillbridge-set-up';
/** An unreachable address must not block setup. */
const WITHIN_MS = 8_000;

export function createAddresses(deps: {
  http: Pick<Http, 'send'>;
  inUse: () => Record<Name, string | null>;
  /** A connected venue's access token; null if none. */
  orderAccess: () => Promise<Result<string> | null>;
  /** The merchant's access to the delivery API; null without a key. */
  merchant: () => Promise<Result<{ id: string; key: string }> | null>;
  /** Epoch ms, or null. */
  verifiedAt: (name: Name, address: string) => number | null;
  verified: (name: Name, address: string) => void;
  iso: (at: number) => string;
  onNews: () => void;
}): Addresses {
  /** The last result per address, valid while it's configured. */
  const found = new Map<Name, { address: string; finding: AddressCheck }>();
  let asking: Promise<void> | null = null;
  let isOver = false;

  async function send(name: Name, address: string, merchantId: string, access: string | null): Promise<Result<unknown>> {
    const path = name === 'order' ? `/v2/orders/${NO_ORDER}` : `/v1/merchants/${encodeURIComponent(merchantId)}/webhooks`;
    return deps.http.send({
      method: 'GET',
      url: address + path,
      expects: EXPECTED[name],
      connections: `address ${name}`,
      totalMs: WITHIN_MS,
      isTrial: access === null,
      ...(access === null ? {} : { headers: bearer(access) }),
    });
  }

  async function tryAddress(name: Name, address: string, merchantId = NO_MERCHANT): Promise<AddressCheck | null> {
    const answer = await send(name, address, merchantId, null);
    return answer.ok ? somethingElse('other', address, 200) : withoutAccess(answer.problem, address);
  }

  async function look(name: Name, address: string): Promise<AddressCheck> {
    const stored = name === 'delivery' ? await deps.merchant() : null;
    const merchant = stored?.ok ? stored.value : null;
    const first = await tryAddress(name, address, merchant?.id);
    if (first) return first;
    const access = name === 'order' ? await deps.orderAccess() : stored?.ok ? ok(stored.value.key) : stored;
    if (access === null) return name === 'delivery' ? { ...VERIFIED, text: message('service.asksForMerchantKey') } : UNCONNECTED;
    if (!access.ok) return unclear(access.problem);
    // The token is for the current address, which may have changed meanwhile.
    if (deps.inUse()[name] !== address) return UNCONNECTED;
    const answer = await send(name, address, merchant?.id ?? NO_MERCHANT, access.value);
    return answer.ok ? VERIFIED : withAccess(name, answer.problem, address);
  }

  async function lookAt(name: Name): Promise<void> {
    const address = deps.inUse()[name];
    if (address === null) return;
    const finding = await look(name, address);
    // A result for an address replaced meanwhile is dropped.
    if (isOver || deps.inUse()[name] !== address) return;
    if (finding.state === 'verified') deps.verified(name, address);
    // The address was verified before, so this may be temporary, such as a network's sign-in page.
    const mayPass = finding.state === 'wrong' && deps.verifiedAt(name, address) !== null;
    const hint = finding.hint === CORRECT_IT ? CHECK_LINE : finding.hint;
    found.set(name, { address, finding: mayPass ? { ...finding, state: 'unclear', hint } : finding });
  }

  function view(name: Name): KnownAddress[] {
    const address = deps.inUse()[name];
    if (address === null) return [];
    const at = deps.verifiedAt(name, address);
    const known = found.get(name);
    const finding = known?.address === address ? known.finding : at === null ? UNASKED : VERIFIED;
    const now = asking ? ASKING : finding;
    return [{ name, address, ...now, verifiedAt: at === null ? null : deps.iso(at) }];
  }

  return {
    view: () => NAMES.flatMap(view),
    ask() {
      if (asking) return asking;
      asking = Promise.all(NAMES.map(lookAt))
        .then(() => undefined)
        .finally(() => {
          asking = null;
          if (!isOver) deps.onNews();
        });
      deps.onNews();
      return asking;
    },
    tryAddress: (name, address) => tryAddress(name, address),
    answered(name, address) {
      if (isOver) return;
      const known = found.get(name);
      const isKnown = known === undefined || known.address !== address || known.finding.state === 'verified';
      if (isKnown && deps.verifiedAt(name, address) !== null) return;
      deps.verified(name, address);
      found.set(name, { address, finding: VERIFIED });
      deps.onNews();
    },
    [Symbol.dispose]() {
      isOver = true;
    },
  };
}

const NAMES = ['order', 'delivery'] as const satisfies readonly Name[];
/** The order doesn't exist, and webhooks are a list (4.4), so any other success is suspect. */
const EXPECTED: Record<Name, Expected> = {
  order: { statuses: [200], body: () => false },
  delivery: { statuses: [200], body: Array.isArray },
};
const VERIFIED: AddressCheck = { state: 'verified', text: message('service.answersLikeService'), hint: null };
const UNASKED = { state: 'unasked', text: message('service.addressNotChecked'), hint: null } as const;
const ASKING = { state: 'asking', text: message('service.checking'), hint: null } as const;
const UNCONNECTED: AddressCheck = { state: 'unclear', text: message('venue.noneConnected'), hint: null };
const CHECK_LINE = message('network.checkInternet');
const CORRECT_IT = message('service.compareAddress');

const unclear = ({ text, hint }: ServiceProblem): AddressCheck => ({ state: 'unclear', text, hint: hint ?? null });
const isAccessRefused = ({ status }: ServiceProblem): boolean => status === 401 || status === 403;

/** Null if the answer requests access, as the service does. */
function withoutAccess(problem: ServiceProblem, address: string): AddressCheck | null {
  if (problem.found) return somethingElse(problem.found, address, problem.status);
  if (isAccessRefused(problem)) return null;
  const { status = 0 } = problem;
  // The service's own problem, not the address's.
  if (status >= 500 || status === 429) return unclear(problem);
  // Section 7.2 uses 404 for unknown orders and paths, but the right path would request access.
  return { state: 'unclear', text: message('service.noCredentialsAsked', { answer: status }), hint: CORRECT_IT };
}

function withAccess(name: Name, problem: ServiceProblem, address: string): AddressCheck {
  if (problem.found) return somethingElse(problem.found, address, problem.status);
  const { status = 0 } = problem;
  if (isAccessRefused(problem))
    return name === 'order'
      ? {
          state: 'wrong',
          text: message('service.accessNotAccepted', { answer: status }),
          hint: message('service.sameEnvironment'),
        }
      : { state: 'wrong', text: message('service.merchantKeyRefused'), hint: message('service.enterKeyAgain') };
  if (status >= 500 || status === 429) return unclear(problem);
  // The service accepts the access; it only lacks the order.
  return VERIFIED;
}

function somethingElse(found: Found, address: string, status = 0): AddressCheck {
  const host = URL.parse(address)?.host ?? address;
  const words = found === 'page' || found === 'other' ? null : wordsOfFailure(found, address);
  if (words) return { state: 'wrong', ...words };
  const text: Partial<Record<Found, Text>> = {
    'no-host': message('service.hostUnknown', { host }),
    refused: message('service.nothingAnswers', { host }),
    nothing: message('service.nothingAnswers', { host }),
    silence: message('service.noCompleteAnswer', { host }),
    page: message('service.webPageAnswers', { host, answer: status }),
  };
  return { state: 'wrong', text: text[found] ?? message('service.notTheService', { host, answer: status }), hint: CORRECT_IT };
}
