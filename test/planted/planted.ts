/** One fault that the tests must see: a text of a source in place of which another one stands. */

export interface Planted {
  /** Short, for `--only`. */
  name: string;
  file: string;
  /** Occurs once in the file. */
  old: string;
  new: string;
  /** Run with the fault in place: at least one of their tests must fail. */
  tests: readonly string[];
}

/** The source with the fault in it; null where the old text is not there exactly once: the entry says nothing true any more. */
export function plant(source: string, fault: Pick<Planted, 'old' | 'new'>): string | null {
  const at = source.indexOf(fault.old);
  if (at < 0 || source.includes(fault.old, at + 1) || fault.old === fault.new) return null;
  return source.slice(0, at) + fault.new + source.slice(at + fault.old.length);
}

/** How one run of vitest ended, from what its JSON reporter wrote; null where it wrote nothing. */
export interface Report {
  numTotalTests: number;
  numFailedTests: number;
  success: boolean;
}

/** `caught`: a test failed. `broken`: no test ran, or a file could not be loaded, which shows nothing of any test. */
export function verdictOf(report: Report | null): 'caught' | 'missed' | 'broken' {
  if (report === null) return 'broken';
  if (report.numFailedTests > 0) return 'caught';
  return report.success && report.numTotalTests > 0 ? 'missed' : 'broken';
}
