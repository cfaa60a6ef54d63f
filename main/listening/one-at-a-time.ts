/** A connection as Node's parser of HTTP sees it: with one request at a time, however many were sent at once. */
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { StrangersShare } from './strangers-share.ts';

/** What ends the head of a request, and a chunked body. */
const BLANK_LINE = '\n\r\n';
/** Requests that arrive together. Clients and proxies of today wait for an answer before they send the next. */
const MOST_AT_ONCE = 3;
/** A stranger's body may come in chunks of one byte, and each of them costs the parser as much as a long one. */
const STRANGERS_PIECE = 4 * 1024;
/** A request that is done in so many pieces is a short one: the head, and a notification. */
const FEW_PIECES = 3;

/**
 * The parser takes everything that has arrived on all connections in one turn of the event loop, and neither pausing nor destroying a
 * connection stops it in the middle of what it was given. 16 MB of short requests, sent by a few hundred connections at once, would hold
 * up everything else for many seconds. So the parser is given what came in up to the next blank line, a piece a turn, which is at most
 * one more request; and nothing more until that one is answered. What came with it waits, and the sender waits with it.
 */
export class OneAtATime extends Duplex {
  readonly raw: Socket;
  readonly #isAwaiting: () => boolean;
  readonly #isTrusted: () => boolean;
  readonly #share: StrangersShare;
  /** That the parser was given since the last answer. */
  #pieces = 0;
  /** Arrived, and not given to the parser yet. */
  #rest: Buffer = Buffer.alloc(0);
  /** Requests begun since it arrived. */
  #begun = 0;
  #hasEnded = false;
  #isReleased = false;
  #next: NodeJS.Immediate | undefined;

  /** `isAwaiting`: a request that is whole waits for its answer. `isTrusted`: its sender is not cut off. */
  constructor(raw: Socket, options: { isAwaiting(): boolean; isTrusted(): boolean; share: StrangersShare }) {
    super({ decodeStrings: false });
    this.raw = raw;
    this.#isAwaiting = options.isAwaiting;
    this.#isTrusted = options.isTrusted;
    this.#share = options.share;
    raw.on('data', this.#arrived);
    raw.on('end', this.#ended);
    raw.on('close', this.#closed);
    raw.on('timeout', this.#timedOut);
  }

  /** An answer has left, so the next request may be read. */
  answered(): void {
    this.#pieces = 0;
    this.#goOn();
  }

  /** A request has begun. Where too many came together, this ends the connection. */
  began(): void {
    this.#begun += 1;
    if (this.#begun > MOST_AT_ONCE && !this.#isTrusted()) this.destroy();
  }

  #goOn(): void {
    this.#next ??= setImmediate(() => {
      this.#next = undefined;
      this.#feed();
    });
  }

  /** The connection itself, paused, and what of it nobody has read yet: this object has no part in it any more. */
  release(): { raw: Socket; rest: Buffer } {
    const { raw } = this;
    this.#isReleased = true;
    raw.pause();
    clearImmediate(this.#next);
    this.#share.forget(this.#inTurn);
    raw.off('data', this.#arrived).off('end', this.#ended).off('close', this.#closed).off('timeout', this.#timedOut);
    const unread = (this.read() as Buffer | null) ?? Buffer.alloc(0);
    return { raw, rest: Buffer.concat([unread, this.#rest]) };
  }

  readonly #arrived = (data: Buffer): void => {
    if (this.#rest.length === 0) this.#begun = 0;
    this.#rest = this.#rest.length === 0 ? data : Buffer.concat([this.#rest, data]);
    this.#feed();
  };

  readonly #ended = (): void => {
    this.#hasEnded = true;
    this.#feed();
  };

  readonly #closed = (): void => void this.destroy();

  readonly #timedOut = (): void => void this.emit('timeout');

  readonly #inTurn = (): void => this.#feed(true);

  /** `isTurn`: it has waited for its turn, and this is it. */
  #feed(isTurn = false): void {
    if (this.#isOver()) return;
    if (this.#rest.length > 0 && !this.#isAwaiting()) this.#give(isTurn);
    if (this.#isOver()) return;
    if (this.#rest.length > 0) this.raw.pause();
    else if (this.#hasEnded) this.push(null);
    else this.raw.resume();
  }

  #give(isTurn: boolean): void {
    // A piece of this turn, or one that lies here unread: the parser would take both at once.
    if (this.#next || this.readableLength > 0) return;
    const isTrusted = this.#isTrusted();
    if (!isTrusted && !isTurn && !this.#share.hasTime()) return this.#share.later(this.#inTurn, this.#pieces < FEW_PIECES);
    const end = this.#rest.indexOf(BLANK_LINE);
    const whole = end === -1 ? this.#rest.length : end + BLANK_LINE.length;
    const length = isTrusted ? whole : Math.min(whole, STRANGERS_PIECE);
    const piece = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    this.#pieces += 1;
    this.push(piece);
  }

  #isOver(): boolean {
    return this.destroyed || this.#isReleased;
  }

  override _read(): void {
    this.#goOn();
  }

  override _write(data: Buffer | string, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.raw.write(data, encoding, done);
  }

  /** The head of an answer leaves together with its body. */
  override _writev(pieces: { chunk: Buffer | string; encoding: BufferEncoding }[], done: (error?: Error | null) => void): void {
    this.raw.cork();
    pieces.forEach(({ chunk, encoding }, place) => void this.raw.write(chunk, encoding, place === pieces.length - 1 ? done : undefined));
    this.raw.uncork();
  }

  override _final(done: (error?: Error | null) => void): void {
    this.raw.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearImmediate(this.#next);
    this.#share.forget(this.#inTurn);
    this.raw.destroy();
    done(error);
  }

  // What Node's server and those who answer ask of a socket.

  get remoteAddress(): string | undefined {
    return this.raw.remoteAddress;
  }

  setTimeout(ms: number): this {
    this.raw.setTimeout(ms);
    return this;
  }

  destroySoon(): void {
    this.end();
    if (this.writableFinished) this.destroy();
    else this.once('finish', () => this.destroy());
  }
}
