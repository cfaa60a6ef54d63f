/** Plain text for tests and logs. */
import type { Line } from './line.ts';

/** Without heights and weights; enlarged letters are padded to their width. */
export function textPreview(lines: Line[]): string[] {
  return lines.map((line) => {
    const text = line.runs.map((run) => run.text + ' '.repeat(run.columns - run.columns / run.width));
    return text.join('').trimEnd();
  });
}
