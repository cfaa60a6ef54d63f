/** Keeps Tillbridge connected to its relay: follows settings, redeems the code, reports the state. */
import { type Message, message, type Text } from '../../../contract/message.ts';
import type { SealPair } from '../../../contract/relay/sealed.ts';
import type { Cancel } from '../../../shared/time/time.ts';
import type { Store } from '../../store/store.ts';
import type { Clocks } from '../../time/service-clock.ts';
import type { Intake, IntakeConfig } from '../verify-and-store.ts';
import { createNewsIngestion } from './ingest-news.ts';
import { watchNetwork } from './network-changes.ts';
import { type Management, type NotRedeemed, redeem } from './redeem.ts';
import { type GivenSettings, type Health, type LinkView, openRelayLink, type RelayLink, type RelayTransport } from './relay-link.ts';
import { createSupportRequests, type SupportRequests } from './support-requests.ts';
import { RELAY_TROUBLE, type RelayTrouble, wordsOfTrouble } from './trouble.ts';

const NO_LINK: LinkView = { state: 'connecting', trouble: null, answers: false, way: null, verifiedAt: null, newsAt: null, refused: [] };

export interface RelayView {
  address: string;
  state: 'connected' | 'connecting' | 'trouble';
  text: Text;
  hint: Text | null;
  answers: boolean;
  /** Over HTTPS requests, as WebSockets are blocked. */
  isPolled: boolean;
  /** The last response, ISO UTC on the service's clock. */
  lastProofAt: string | null;
  /** When the relay last received something for this computer. */
  lastNewsAt: string | null;
  /** IDs of venues that the relay doesn't let this computer read. */
  refusedVenues: readonly string[];
}

export interface RelayKeys {
  key(address: string): Promise<string | null>;
  code(address: string): Promise<string | null>;
  keepCode(address: string, code: string): Promise<void>;
  codeSpent(code: string): Promise<void>;
  forgetCode(): Promise<void>;
  keepKey(address: string, key: string): Promise<void>;
  /** Created on first use; the same for every relay. */
  sealPair(): Promise<SealPair>;
  leave(): Promise<void>;
}

/** Settings distributed by the relay. */
export interface ManagedFromAfar {
  report(): { version: number; refused: number | null };
  joined(address: string, management: Management): void;
  take(address: string, given: GivenSettings): 'taken' | 'known' | 'refused';
  left(): void;
}

export interface RelayClient extends Disposable {
  view(): RelayView | null;
  /** Null on success. Throws vault errors. */
  join(address: string, code: string): Promise<NotRedeemed | null>;
  /** Also forgets the key. */
  leave(): Promise<void>;
  changed(): void;
  /** The webhook secret changed: retries unverified notifications. */
  again(): void;
  /** The computer woke up, or the network changed. */
  retryNow(): void;
  support: Pick<SupportRequests, 'shown' | 'send' | 'refuse'>;
}

const JOIN_AGAIN_MS = 10_000;
const NOTICE = 'relay-passed-over';

export function startRelayClient(
  options: IntakeConfig &
    Intake & {
      store: Store;
      time: Clocks;
      random: () => number;
      appVersion: string;
      address: () => string | null;
      setAddress: (address: string | null) => void;
      /** Throws if `setAddress` would. */
      maySetAddress: (address: string) => void;
      keys: RelayKeys;
      managed: ManagedFromAfar;
      health: () => Health | undefined;
      notices: { raise(id: string, level: 'error', text: Text, hint: Text | null, dismissible: boolean): void };
      onNews: (text: string, about: object) => void;
      onDefect: (error: unknown) => void;
      onChange: () => void;
    },
): RelayClient {
  const { time, store, keys } = options;
  let link: RelayLink | null = null;
  let blockedBy: { text: Message; hint: Message } | null = null;
  let address: string | null = null;
  let turn = 0;
  let nextTry: Cancel | null = null;
  let isOver = false;
  let reported: RelayTrouble | 'connected' | null = null;
  const venueIds = (): string[] => store.venues.all().map(({ id }) => id);
  let venues = venueIds().join();

  const support = createSupportRequests({
    time,
    async relay() {
      const at = address;
      const key = at === null ? null : await keys.key(at);
      return at === null || key === null ? null : { address: at, key };
    },
    onChange: options.onChange,
    onDefect: options.onDefect,
  });

  async function begin(): Promise<void> {
    turn += 1;
    const mine = turn;
    nextTry?.();
    link?.[Symbol.dispose]();
    link = null;
    blockedBy = null;
    reported = null;
    const before = address;
    address = isOver ? null : options.address();
    if (address !== before) support.take(null);
    options.onChange();
    if (address === null) return;
    const key = (await keys.key(address)) ?? (await redeemKept(address, mine));
    if (mine !== turn || key === null) return;
    const sealPair = await keys.sealPair().catch((error: unknown) => {
      options.onDefect(error);
      return null;
    });
    if (mine !== turn) return;
    link = openLink(address, key, sealPair);
    options.onChange();
  }

  /** Redeems the saved code; retries, as relay or network may not be available yet. */
  async function redeemKept(at: string, mine: number): Promise<string | null> {
    const code = await keys.code(at);
    if (code === null) return stop(RELAY_TROUBLE['not-joined']);
    const redeemed = await redeem(time, at, code);
    if (redeemed.ok) {
      options.managed.joined(at, redeemed.management);
      await keys.keepKey(at, redeemed.key);
      await keys.codeSpent(code);
      return redeemed.key;
    }
    if (mine !== turn) return null;
    if (redeemed.problem.isSpent) await keys.codeSpent(code);
    else nextTry = time.after(JOIN_AGAIN_MS, changed);
    return stop(redeemed.problem);
  }

  function stop(why: { text: Message; hint: Message }): null {
    blockedBy = why;
    options.onChange();
    return null;
  }

  function openLink(at: string, key: string, sealPair: SealPair | null): RelayLink {
    return openRelayLink({
      ...options,
      address: at,
      key,
      sealKey: sealPair?.publicKey ?? null,
      venues: venueIds,
      news: createNewsIngestion({
        ...options,
        address: at,
        sealPair,
        onPassedOver: () =>
          options.notices.raise(NOTICE, 'error', message('relay.unsignedWebhook'), message('relay.checkMerchantApp'), true),
        onNotOpened: () =>
          options.notices.raise('relay-not-opened', 'error', message('relay.encryptedForOther'), message('relay.checkCouriers'), true),
      }),
      settings: { report: options.managed.report, take: (given) => options.managed.take(at, given) },
      support,
      onWorthless: () => options.ingestion.refused('relay-frame-unreadable'),
      onChange: () => {
        reportState();
        options.onChange();
      },
    });
  }

  /** Logged per change, to explain late orders. */
  function reportState(): void {
    const { state, trouble, way } = link?.view() ?? NO_LINK;
    const now = state === 'connected' ? 'connected' : trouble;
    if (now === null || now === reported) return;
    reported = now;
    options.onNews(now === 'connected' ? 'the relay is connected' : 'the relay is not connected', { way, trouble });
  }

  function changed(): void {
    begin().catch(options.onDefect);
  }

  function view(): RelayView | null {
    if (address === null) return null;
    const now = link?.view() ?? NO_LINK;
    const why = blockedBy ?? (now.trouble === null ? null : wordsOfTrouble(now.trouble, address));
    const text = why?.text ?? textOf(now.state === 'connected', now.way);
    return {
      address,
      state: blockedBy ? 'trouble' : now.state,
      text,
      hint: why?.hint ?? null,
      answers: !blockedBy && now.answers,
      isPolled: now.way === 'poll',
      lastProofAt: now.verifiedAt === null ? null : time.service.iso(now.verifiedAt),
      lastNewsAt: now.newsAt === null ? null : time.service.iso(now.newsAt),
      refusedVenues: now.refused,
    };
  }

  const stopFollowing = store.onCommit(({ venues: touched }) => {
    if (touched.size === 0 || venueIds().join() === venues) return;
    venues = venueIds().join();
    link?.again();
  });
  const stopWatching = watchNetwork(time, () => link?.retryNow(), options.onDefect);
  changed();
  return {
    view,
    changed() {
      if (options.address() !== address || link === null) changed();
    },
    again: () => link?.again(),
    retryNow: () => link?.retryNow(),
    support,
    async join(at, code) {
      options.maySetAddress(at);
      await keys.keepCode(at, code);
      const redeemed = await redeem(time, at, code);
      if (!redeemed.ok) {
        await (redeemed.problem.isSpent ? keys.codeSpent(code) : keys.forgetCode());
        return redeemed.problem;
      }
      options.managed.joined(at, redeemed.management);
      await keys.keepKey(at, redeemed.key);
      options.setAddress(at);
      await keys.codeSpent(code);
      changed();
      return null;
    },
    async leave() {
      options.setAddress(null);
      options.managed.left();
      await keys.leave();
      changed();
    },
    [Symbol.dispose]() {
      isOver = true;
      stopFollowing();
      stopWatching();
      support[Symbol.dispose]();
      changed();
    },
  };
}

function textOf(isConnected: boolean, way: RelayTransport | null): Message {
  if (!isConnected) return message('relay.connecting');
  return way === 'poll' ? message('relay.answersByRequests') : message('relay.answers');
}
