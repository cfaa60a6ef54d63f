/** Parses a printer's answers from one stream, split anywhere. */
import { isStatusByte } from './printer-status.ts';

export interface ReplyReader {
  read(bytes: Buffer): void;
  onStatus: ((byte: number) => void) | null;
  onProof: (() => void) | null;
  /** Only one process ID is expected at a time, so a printer can't fill the memory. */
  lookFor(processId: string): void;
  hasProof(): boolean;
}

/** Status bytes and process-ID answers (37 22 d1 d2 d3 d4 00); skips automatic status blocks. */
export function replyReader(): ReplyReader {
  let waiting = Buffer.alloc(0);
  let lookedFor: string | null = null;
  let verified = false;
  const reader: ReplyReader = {
    onStatus: null,
    onProof: null,
    lookFor(processId) {
      lookedFor = processId;
      verified = false;
    },
    hasProof: () => verified,
    read(bytes) {
      waiting = Buffer.concat([waiting, bytes]);
      while (waiting.length > 0) {
        const used = takeOne(waiting);
        if (used === 0) return;
        waiting = waiting.subarray(used);
      }
    },
  };

  /** Length of the first answer; 0 if incomplete. */
  function takeOne(from: Buffer): number {
    const first = from[0] ?? 0;
    if (first === 0x37) {
      if (from.length < 2) return 0;
      if (from[1] !== 0x22) return 1;
      if (from.length < 7) return 0;
      if (!verified && lookedFor !== null && from.toString('latin1', 2, 6) === lookedFor) {
        verified = true;
        reader.onProof?.();
      }
      return 7;
    }
    if (isStatusByte(first)) {
      reader.onStatus?.(first);
      return 1;
    }
    const startsStatusBlock = (first & 0x93) === 0x10;
    if (startsStatusBlock) return from.length < 4 ? 0 : 4;
    return 1;
  }
  return reader;
}
