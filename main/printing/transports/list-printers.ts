import { message, type Text } from '../../../contract/message.ts';
import type { Time } from '../../../shared/time/time.ts';
import { printersIn } from './cups-states.ts';
import { queueName } from './device-name.ts';
import { runProgram } from './run-program.ts';
import { windowsPrintSystem } from './windows/windows-print-system.ts';
import { troubleOfPrinter } from './windows/windows-states.ts';

const ASK_MS = 5_000;

export interface SystemPrinter {
  name: string;
  port: string;
  driver: string;
  text: Text;
}

/** Empty if the print system doesn't answer. Never rejects. */
export async function systemPrinters(time: Time, windows = windowsPrintSystem): Promise<SystemPrinter[]> {
  const all = await (process.platform === 'win32' ? ofWindows(windows) : ofCups(time));
  return all
    .filter(({ name }) => !('text' in queueName(name)))
    .map(({ trouble, ...printer }) => ({ ...printer, text: trouble?.text ?? message('printer.ready') }));
}

async function ofWindows(windows: typeof windowsPrintSystem) {
  const found = await windows.list().catch(() => []);
  return found.map(({ name, port, driver, ...bits }) => ({ name, port, driver, trouble: troubleOfPrinter({ name, ...bits }) }));
}

async function ofCups(time: Time) {
  const ask = async (...args: string[]): Promise<string> => {
    const ran = await runProgram(time, 'lpstat', args, { limitMs: ASK_MS });
    return ran.is === 'ended' ? ran.stdout : '';
  };
  return printersIn(await ask('-l', '-p'), await ask('-v'));
}
