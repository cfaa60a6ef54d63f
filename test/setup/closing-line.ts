/** A vitest reporter whose line is the very last one: "N passed, N failed, N skipped". Every skipped test is named before it. */
import { writeSync } from 'node:fs';
import type { Reporter, SerializedError, TestCase, TestModule, TestRunEndReason } from 'vitest/node';

interface Count {
  passed: number;
  failed: number;
  skipped: string[];
}

export default class ClosingLine implements Reporter {
  #count: Count | null = null;

  onInit(): void {
    // At the process's exit, so that neither another reporter nor a tear-down prints after it.
    process.once('exit', (code) => writeSync(1, closingLines(this.#count, code)));
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[], reason: TestRunEndReason): void {
    const count: Count = { passed: 0, failed: unhandled.length, skipped: [] };
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') count.passed += 1;
        else if (state === 'skipped') count.skipped.push(`${module.relativeModuleId} > ${test.fullName}: ${reasonOf(test)}`);
        else count.failed += 1;
      }
      // A file or a suite that failed by itself (it could not be loaded, its set-up threw) has no failed test to show for it.
      count.failed += [module, ...module.children.allSuites()].filter((suite) => suite.errors().length > 0).length;
    }
    if (reason !== 'passed') count.failed = Math.max(1, count.failed);
    this.#count = count;
  }
}

/** A run that never got to its end, or that ends with an error code, counts at least one failure. */
function closingLines(count: Count | null, exitCode: number): string {
  const { passed, failed, skipped } = count ?? { passed: 0, failed: 1, skipped: [] };
  const failures = exitCode === 0 ? failed : Math.max(1, failed);
  const names = skipped.map((name) => `skipped: ${name}\n`).join('');
  return `${names}${passed} passed, ${failures} failed, ${skipped.length} skipped\n`;
}

function reasonOf(test: TestCase): string {
  const result = test.result();
  if (result.state === 'skipped' && result.note) return result.note;
  if (test.options.mode === 'todo') return 'still to be written';
  if (test.options.mode === 'skip') return 'marked as skipped';
  return 'not chosen in this run, or its suite could not be set up';
}
