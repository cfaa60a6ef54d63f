/** The connections of one listener: how long each may take, and which of them goes when there are too many. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Cancel, Time } from '../time/time.ts';
import { isOneOfTheLast } from './descriptors.ts';

/** All in milliseconds. */
export interface Limits {
  /** From the opening of a connection to the end of its first request; and so long for the body of each later one. */
  request: number;
  /** From then on, until the answer has left. */
  answer: number;
  /** How long a connection is kept for a next request, after an answer. */
  idle: number;
  /** Connections at once. */
  connections: number;
  /** This listener lets go of a connection rather than take one of the process's last so many descriptors. */
  spareDescriptors: number;
}

export interface Visitors {
  opened(socket: Socket): void;
  asked(socket: Socket, request: IncomingMessage, response: ServerResponse): void;
  answered(socket: Socket): void;
  /** It has shown who it is: no stranger takes its place. */
  trust(socket: Socket): void;
  /** It is no longer a request and an answer: from here on its new owner watches over it. */
  keep(socket: Socket): void;
  /** Whether a request of it is not answered yet. */
  isBusy(socket: Socket): boolean;
  /** Whether a request of it that is whole is not answered yet. */
  isAwaiting(socket: Socket): boolean;
  isTrusted(socket: Socket): boolean;
  /** Closes what is not in the middle of a request. */
  closeIdle(): void;
  closeAll(): void;
}

interface Visitor {
  socket: Socket;
  sender: string;
  openedAt: number;
  /** Waits for a request until then. */
  waitsUntil: number;
  request: IncomingMessage | null;
  response: ServerResponse | null;
  askedAt: number;
  /** Requests without an answer. */
  open: number;
  served: boolean;
  trusted: boolean;
  kept: boolean;
  /** Where it stands in the order of those that go; null where it stays, whatever comes. */
  rank: number | null;
}

/** So many have room however scarce descriptors are: the spare ones are for them, and for the files of the database. */
const LEAST_ROOM = 16;
/** So often the deadlines are looked at: what is over its time is gone within a second, whatever else there is to do. */
const LOOK_EVERY_MS = 500;

/**
 * A newcomer is let in and somebody else goes. Refusing newcomers would let whoever came first with enough silent connections keep the
 * service out; refusing by sender would do the same behind a reverse proxy, where everybody comes from one address. So the one that goes
 * is the one that has had the most time without showing who it is: a real notification comes whole and at once, carries a right signature
 * a moment later, and from then on its connection stays.
 */
export function watchVisitors(limits: Limits, time: Time): Visitors {
  const visitors = new Map<Socket, Visitor>();
  /** By rank, each in the order of their coming. The first rank is the first to go: between two requests nothing is lost by closing. */
  const ranks = [new Set<Visitor>(), new Set<Visitor>(), new Set<Visitor>(), new Set<Visitor>()];
  /** How many that have not shown who they are each sender has. */
  const strangers = new Map<string, number>();
  /** More than this from one sender, and it gives way before anybody else. */
  const hog = Math.ceil(limits.connections / 4);
  const mostOfOne = Math.ceil((limits.connections * 3) / 4);
  let stopLooking: Cancel | undefined;
  /** How many have room: fewer than `limits.connections` for a while after descriptors grew scarce, whoever else took them. */
  let room = limits.connections;

  const count = (sender: string, change: number): void => {
    const left = (strangers.get(sender) ?? 0) + change;
    if (left > 0) strangers.set(sender, left);
    else strangers.delete(sender);
  };

  function place(visitor: Visitor): void {
    const isIdle = visitor.open === 0 && visitor.served;
    const rank = visitor.kept ? null : visitor.trusted ? (isIdle ? 2 : 3) : isIdle ? 0 : 1;
    if (rank === visitor.rank) return;
    if (visitor.rank !== null) ranks[visitor.rank]?.delete(visitor);
    visitor.rank = rank;
    if (rank !== null) ranks[rank]?.add(visitor);
  }

  function isOver({ open, request, askedAt, waitsUntil, kept }: Visitor, now: number): boolean {
    if (kept) return false;
    if (open === 0) return now > waitsUntil;
    return now > askedAt + limits.request + (request?.complete ? limits.answer : 0);
  }

  function look(): void {
    const now = time.monotonic();
    for (const visitor of visitors.values()) if (isOver(visitor, now)) visitor.socket.destroy();
    room = Math.min(limits.connections, room + 1);
  }

  function leave(visitor: Visitor): void {
    if (!visitors.delete(visitor.socket)) return;
    if (visitor.rank !== null) ranks[visitor.rank]?.delete(visitor);
    if (!visitor.trusted) count(visitor.sender, -1);
    if (visitors.size === 0) stopLooking?.();
  }

  function makeRoom(newcomer: Visitor): boolean {
    let [biggest, most] = ['', 0];
    for (const [sender, its] of strangers) if (its > most) [biggest, most] = [sender, its];
    const only = (strangers.get(newcomer.sender) ?? 0) > mostOfOne ? newcomer.sender : most > hog ? biggest : null;
    const goes = (only === null ? null : firstToGo(newcomer, only)) ?? firstToGo(newcomer, null);
    if (!goes) return false;
    leave(goes);
    goes.socket.destroy();
    return true;
  }

  /** `only`: among the strangers of this sender. */
  function firstToGo(newcomer: Visitor, only: string | null): Visitor | null {
    for (const rank of ranks)
      for (const visitor of rank) {
        // Its request is whole and its answer not made yet: in a moment it is known who it is. Who reads an answer slowly is known.
        const isLookedAt = visitor.open > 0 && visitor.request?.complete && !visitor.response?.headersSent;
        if (visitor === newcomer || isLookedAt || (only !== null && (visitor.sender !== only || visitor.trusted))) continue;
        return visitor;
      }
    return null;
  }

  return {
    opened(socket) {
      const now = time.monotonic();
      const sender = senderOf(socket);
      const visitor: Visitor = {
        socket,
        sender,
        openedAt: now,
        waitsUntil: now + limits.request,
        request: null,
        response: null,
        askedAt: now,
        open: 0,
        served: false,
        trusted: false,
        kept: false,
        rank: null,
      };
      if (visitors.size === 0) stopLooking = time.every(LOOK_EVERY_MS, look);
      visitors.set(socket, visitor);
      count(sender, 1);
      place(visitor);
      socket.once('close', () => leave(visitor));
      // Whoever comes next may get a lower number, one that is free again: it is the number of connections that has to stay.
      if (isOneOfTheLast(socket, limits.spareDescriptors)) room = Math.min(room, Math.max(LEAST_ROOM, visitors.size - 1));
      const isFull = visitors.size > room || (strangers.get(sender) ?? 0) > mostOfOne;
      if (isFull && !makeRoom(visitor)) socket.destroy();
    },
    asked(socket, request, response) {
      const visitor = visitors.get(socket);
      if (!visitor) return;
      if (visitor.open === 0) visitor.askedAt = visitor.served ? time.monotonic() : visitor.openedAt;
      visitor.open += 1;
      visitor.request = request;
      visitor.response = response;
      place(visitor);
    },
    answered(socket) {
      const visitor = visitors.get(socket);
      if (!visitor) return;
      visitor.open -= 1;
      visitor.served = true;
      // What was answered before it was whole has to come to its end in the time it had.
      const isWhole = visitor.request?.complete ?? true;
      visitor.waitsUntil = isWhole ? time.monotonic() + limits.idle + limits.request : visitor.askedAt + limits.request;
      place(visitor);
    },
    trust(socket) {
      const visitor = visitors.get(socket);
      if (!visitor || visitor.trusted) return;
      visitor.trusted = true;
      count(visitor.sender, -1);
      place(visitor);
    },
    keep(socket) {
      const visitor = visitors.get(socket);
      if (!visitor) return;
      visitor.kept = true;
      place(visitor);
    },
    isBusy: (socket) => (visitors.get(socket)?.open ?? 0) > 0,
    isAwaiting(socket) {
      const { open = 0, request } = visitors.get(socket) ?? {};
      return open > 1 || (open === 1 && request?.complete === true);
    },
    isTrusted: (socket) => visitors.get(socket)?.trusted ?? false,
    closeIdle() {
      for (const { socket, open, kept } of [...visitors.values()]) if (open === 0 && !kept) socket.destroy();
    },
    closeAll() {
      for (const { socket } of [...visitors.values()]) socket.destroy();
    },
  };
}

/** An address of IPv6 is one of many that its owner has: the network is the sender. */
function senderOf({ remoteAddress = '' }: Socket): string {
  const address = remoteAddress.replace(/^::ffff:/, '');
  return address.includes(':') ? address.split(':').slice(0, 4).join(':') : address;
}
