/** Laid-out lines as plain text, for tests and logs: enlarged text keeps its letters together and its width in blanks. */
import type { Line } from './line.ts';

/** One string a line, without blanks at its end. Heights and weights are not shown. */
export function textPreview(lines: Line[]): string[] {
  return lines.map((line) => {
    const text = line.runs.map((run) => run.text + ' '.repeat(run.columns - run.columns / run.width));
    return text.join('').trimEnd();
  });
}
