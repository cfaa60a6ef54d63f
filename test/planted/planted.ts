/** A planted fault that tests must catch: a source text replaced by another. */

export interface Planted {
  /** A short name, for `--only`. */
  name: string;
  file: string;
  /** The replaced text; it occurs once in the file. */
  old: string;
  new: string;
  tests: readonly string[];
}

/** The source with the fault; null if the old text doesn't occur exactly once, as the entry is outdated then. */
export function plant(source: string, fault: Pick<Planted, 'old' | 'new'>): string | null {
  const at = source.indexOf(fault.old);
  if (at < 0 || source.includes(fault.old, at + 1) || fault.old === fault.new) return null;
  return source.slice(0, at) + fault.new + source.slice(at + fault.old.length);
}

/** A vitest run's JSON report; null without one. */
export interface Report {
  numTotalTests: number;
  numFailedTests: number;
  success: boolean;
}

/** `caught`: a test failed. `broken`: no test ran, or a file couldn't be loaded, which proves nothing. */
export function verdictOf(report: Report | null): 'caught' | 'missed' | 'broken' {
  if (report === null) return 'broken';
  if (report.numFailedTests > 0) return 'caught';
  return report.success && report.numTotalTests > 0 ? 'missed' : 'broken';
}
