/** A vitest reporter whose last line is "N passed, N failed, N skipped", after every skipped test with its reason and every FLAKY one. */
import { writeSync } from 'node:fs';
import type { Reporter, SerializedError, TestCase, TestModule, TestRunEndReason } from 'vitest/node';
import { whyNoBrowser } from './chromium.ts';

interface Count {
  passed: number;
  failed: number;
  skipped: string[];
  flaky: string[];
}

export default class ClosingLine implements Reporter {
  #count: Count | null = null;

  onInit(): void {
    // Written at process exit, so that nothing prints after it.
    process.once('exit', (code) => writeSync(1, closingLines(this.#count, code)));
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[], reason: TestRunEndReason): void {
    const count: Count = { passed: 0, failed: unhandled.length, skipped: [], flaky: [] };
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        const name = `${module.relativeModuleId} > ${test.fullName}`;
        if (state === 'passed') count.passed += 1;
        else if (state === 'skipped') count.skipped.push(`${name}: ${reasonOf(test, module.relativeModuleId)}`);
        else count.failed += 1;
        if (test.diagnostic()?.flaky) count.flaky.push(`${name}: ${firstLine(test)}`);
      }
      // A file or suite that failed outside a test (loading, setup) has no failed test.
      count.failed += [module, ...module.children.allSuites()].filter((suite) => suite.errors().length > 0).length;
    }
    if (reason !== 'passed') count.failed = Math.max(1, count.failed);
    this.#count = count;
  }
}

/** An unfinished run or one with an error code has at least one failure. */
function closingLines(count: Count | null, exitCode: number): string {
  const { passed, failed, skipped, flaky } = count ?? { passed: 0, failed: 1, skipped: [], flaky: [] };
  const failures = exitCode === 0 ? failed : Math.max(1, failed);
  const names = [...skipped.map((name) => `skipped: ${name}\n`), ...flaky.map((name) => `FLAKY: ${name}\n`)].join('');
  const flakyCount = flaky.length > 0 ? `${flaky.length} FLAKY: passed only when tried again\n` : '';
  return `${names}${flakyCount}${passed} passed, ${failures} failed, ${skipped.length} skipped\n`;
}

function firstLine(test: TestCase): string {
  return test.result().errors?.[0]?.message.split('\n')[0] ?? 'without an error';
}

function reasonOf(test: TestCase, file: string): string {
  const result = test.result();
  if (result.state === 'skipped' && result.note) return result.note;
  const noBrowser = file.endsWith('.browser.test.ts') ? whyNoBrowser() : null;
  if (noBrowser) return noBrowser;
  if (test.options.mode === 'todo') return 'still to be written';
  if (test.options.mode === 'skip') return 'marked as skipped';
  return 'not chosen in this run, or its suite could not be set up';
}
