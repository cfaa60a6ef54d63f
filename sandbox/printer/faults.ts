/** What can be wrong with a printer, and how its status bytes say so. */

/** Every fault is off unless set; null or false takes it away again. */
export interface PrinterFaults {
  paper_out: boolean;
  paper_near_end: boolean;
  cover_open: boolean;
  offline: boolean;
  /** No one answers at its address. */
  refuse: boolean;
  /** It takes connections and never reads. */
  hang: boolean;
  /** It answers no question. */
  silent: boolean;
  /** The connection breaks after so many bytes of a job. */
  reset_after_bytes: number | null;
  /** It hangs up in good order after so many bytes of a job. */
  close_after_bytes: number | null;
  /** Bytes a second. */
  slow: number | null;
  /** Every answer comes so many milliseconds late. */
  late_ms: number | null;
  /** It names another process id than it was asked for. */
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

/** The faults with these changes. Throws a TypeError that names a key that is no fault or has the wrong kind of value. */
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

/** True while nothing can be put on paper. */
export function isStopped(faults: PrinterFaults): boolean {
  return faults.paper_out || faults.cover_open || faults.offline;
}

/** The answer to DLE EOT n; null for an n that no printer knows. */
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
