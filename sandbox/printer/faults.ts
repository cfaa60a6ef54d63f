/** Faults of the virtual printer, and the status bytes it answers with them. */

/** Faults are off by default; null or false turns one off. */
export interface PrinterFaults {
  paper_out: boolean;
  paper_near_end: boolean;
  cover_open: boolean;
  offline: boolean;
  refuse: boolean;
  /** Accepts connections but never reads. */
  hang: boolean;
  silent: boolean;
  /** Job bytes until the connection is reset. */
  reset_after_bytes: number | null;
  /** Bytes of a job until the connection is closed properly. */
  close_after_bytes: number | null;
  slow: number | null;
  late_ms: number | null;
  wrong_id: boolean;
}

export const NO_FAULTS: PrinterFaults = {
  paper_out: false,
  paper_near_end: false,
  cover_open: false,
  offline: false,
  refuse: false,
  hang: false,
  silent: false,
  reset_after_bytes: null,
  close_after_bytes: null,
  slow: null,
  late_ms: null,
  wrong_id: false,
};

export function withFaults(now: PrinterFaults, changes: Record<string, unknown>): PrinterFaults {
  const next: Record<string, unknown> = { ...now };
  for (const [key, value] of Object.entries(changes)) {
    const usual = NO_FAULTS[key as keyof PrinterFaults];
    if (usual === undefined) throw new TypeError(`"${key}" is no fault; there are ${Object.keys(NO_FAULTS).join(', ')}.`);
    const fits = usual === null ? value === null || (Number.isInteger(value) && Number(value) > 0) : typeof value === 'boolean';
    if (!fits) throw new TypeError(`"${key}" must be ${usual === null ? 'a whole number above 0, or null' : 'true or false'}.`);
    next[key] = value;
  }
  return next as unknown as PrinterFaults;
}

export function isStopped(faults: PrinterFaults): boolean {
  return faults.paper_out || faults.cover_open || faults.offline;
}

/** The answer to DLE EOT n; null for an unknown n. */
export function statusByte(kind: number, faults: PrinterFaults): number | null {
  const fixed = 0b0001_0010;
  switch (kind) {
    case 1:
      return fixed | (isStopped(faults) ? 0b0000_1000 : 0);
    case 2:
      return fixed | (faults.cover_open ? 0b0000_0100 : 0) | (faults.paper_out ? 0b0010_0000 : 0);
    case 3:
      return fixed;
    case 4:
      return fixed | (faults.paper_near_end ? 0b0000_1100 : 0) | (faults.paper_out ? 0b0110_0000 : 0);
    default:
      return null;
  }
}
