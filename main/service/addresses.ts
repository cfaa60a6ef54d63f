/**
 * Whether the service answers at each address that is set. It is asked by calls that change nothing, twice: without any access, which only
 * the service refuses as it does, and then with the venue's. A web page, another computer or a wrong path is found out by the first, and
 * gets no token; the second proves that the access holds there.
 */
import { message, type Text } from '../../contract/message.ts';
import { wordsOfFailure } from '../outgoing/failure.ts';
import type { Expected, Http } from './http.ts';
import { type Found, ok, type Result, type ServiceProblem } from './problem.ts';
import { bearer } from './venue-client.ts';

type Name = 'order' | 'delivery';

/** What came of asking. `wrong`: what is there is not the service. `unclear`: what answered, or did not, proves neither. */
export interface Finding {
  state: 'proved' | 'unclear' | 'wrong';
  text: Text;
  hint: Text | null;
}

export interface KnownAddress extends Omit<Finding, 'state'> {
  name: Name;
  address: string;
  state: Finding['state'] | 'unasked' | 'asking';
  /** When it first answered as the service does (ISO UTC); null where it never did. */
  provedAt: string | null;
}

export interface Addresses extends Disposable {
  /** Those in use, the order API first. */
  view(): KnownAddress[];
  /** Asks at each address in use. Whoever asks meanwhile gets the same answers. */
  ask(): Promise<void>;
  /** What answers someone who has no access, at an address that may not be in use; null where nothing speaks against it. */
  tryAddress(name: Name, address: string): Promise<Finding | null>;
  /** It answered a call of the counter as the service does. */
  answered(name: Name, address: string): void;
}

/** An order that does not exist: written as ids are, so that nothing but its being unknown is in the way. */
const NO_ORDER = '000000000000000000000000';
const NO_MERCHANT = 'tillbridge-set-up';
/** What cannot be reached must not keep the set-up waiting. */
const WITHIN_MS = 8_000;

export function createAddresses(deps: {
  http: Pick<Http, 'send'>;
  inUse: () => Record<Name, string | null>;
  /** The access token of a venue that is connected; null while none is. */
  orderAccess: () => Promise<Result<string> | null>;
  /** Of the delivery API; null while no merchant key is stored. */
  merchant: () => Promise<Result<{ id: string; key: string }> | null>;
  /** When this address was first seen to answer, epoch ms; null where it never was. */
  provedAt: (name: Name, address: string) => number | null;
  /** From now on it was. */
  proved: (name: Name, address: string) => void;
  iso: (at: number) => string;
  onNews: () => void;
}): Addresses {
  /** The last answer of each address, for as long as the same is set. */
  const found = new Map<Name, { address: string; finding: Finding }>();
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

  async function tryAddress(name: Name, address: string, merchantId = NO_MERCHANT): Promise<Finding | null> {
    const answer = await send(name, address, merchantId, null);
    return answer.ok ? somethingElse('other', address, 200) : withoutAccess(answer.problem, address);
  }

  async function look(name: Name, address: string): Promise<Finding> {
    const stored = name === 'delivery' ? await deps.merchant() : null;
    const merchant = stored?.ok ? stored.value : null;
    const first = await tryAddress(name, address, merchant?.id);
    if (first) return first;
    const access = name === 'order' ? await deps.orderAccess() : stored?.ok ? ok(stored.value.key) : stored;
    if (access === null) return name === 'delivery' ? { ...PROVED, text: message('service.asksForMerchantKey') } : UNCONNECTED;
    if (!access.ok) return unclear(access.problem);
    // The access is for the address in use now, which may have changed while it was got.
    if (deps.inUse()[name] !== address) return UNCONNECTED;
    const answer = await send(name, address, merchant?.id ?? NO_MERCHANT, access.value);
    return answer.ok ? PROVED : withAccess(name, answer.problem, address);
  }

  async function lookAt(name: Name): Promise<void> {
    const address = deps.inUse()[name];
    if (address === null) return;
    const finding = await look(name, address);
    // Of another address that was set meanwhile it says nothing, and would take the place of what does.
    if (isOver || deps.inUse()[name] !== address) return;
    if (finding.state === 'proved') deps.proved(name, address);
    // It was the service once: what is there now may pass, as a sign-in page of the network does.
    const mayPass = finding.state === 'wrong' && deps.provedAt(name, address) !== null;
    const hint = finding.hint === CORRECT_IT ? CHECK_LINE : finding.hint;
    found.set(name, { address, finding: mayPass ? { ...finding, state: 'unclear', hint } : finding });
  }

  function view(name: Name): KnownAddress[] {
    const address = deps.inUse()[name];
    if (address === null) return [];
    const at = deps.provedAt(name, address);
    const known = found.get(name);
    const finding = known?.address === address ? known.finding : at === null ? UNASKED : PROVED;
    const now = asking ? ASKING : finding;
    return [{ name, address, ...now, provedAt: at === null ? null : deps.iso(at) }];
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
      const isKnown = known === undefined || known.address !== address || known.finding.state === 'proved';
      if (isKnown && deps.provedAt(name, address) !== null) return;
      deps.proved(name, address);
      found.set(name, { address, finding: PROVED });
      deps.onNews();
    },
    [Symbol.dispose]() {
      isOver = true;
    },
  };
}

const NAMES = ['order', 'delivery'] as const satisfies readonly Name[];
/** None of them has such an answer for these questions but the list of webhooks (4.4): what comes with a good status is looked at closely. */
const EXPECTED: Record<Name, Expected> = {
  order: { statuses: [200], body: () => false },
  delivery: { statuses: [200], body: Array.isArray },
};
const PROVED: Finding = { state: 'proved', text: message('service.answersLikeService'), hint: null };
const UNASKED = { state: 'unasked', text: message('service.addressNotChecked'), hint: null } as const;
const ASKING = { state: 'asking', text: message('service.checking'), hint: null } as const;
const UNCONNECTED: Finding = { state: 'unclear', text: message('venue.noneConnected'), hint: null };
const CHECK_LINE = message('network.checkInternet');
const CORRECT_IT = message('service.compareAddress');

const unclear = ({ text, hint }: ServiceProblem): Finding => ({ state: 'unclear', text, hint: hint ?? null });
const isAccessRefused = ({ status }: ServiceProblem): boolean => status === 401 || status === 403;

/** Null: it asks who is calling, as the service does. */
function withoutAccess(problem: ServiceProblem, address: string): Finding | null {
  if (problem.found) return somethingElse(problem.found, address, problem.status);
  if (isAccessRefused(problem)) return null;
  const { status = 0 } = problem;
  // Its own trouble, and nothing that is wrong with the address.
  if (status >= 500 || status === 429) return unclear(problem);
  // Section 7.2 has 404 for unknown orders and for unknown paths alike: what asks for no access is hardly the path that wants one.
  return { state: 'unclear', text: message('service.noCredentialsAsked', { answer: status }), hint: CORRECT_IT };
}

function withAccess(name: Name, problem: ServiceProblem, address: string): Finding {
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
  // It knows the access, and no such order.
  return PROVED;
}

function somethingElse(found: Found, address: string, status = 0): Finding {
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
