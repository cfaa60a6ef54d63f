/** States are parsed from `lpstat` with LC_ALL=C. Pure. */
import { message } from '../../../contract/message.ts';
import type { Trouble } from './printer-status.ts';

export interface CupsPrinter {
  name: string;
  /** Device URI such as `socket://192.0.2.7:9100`. */
  port: string;
  driver: string;
  trouble: Trouble | null;
}

/** Parses `lpstat -l -p` and `lpstat -v`. */
export function printersIn(described: string, devices: string): CupsPrinter[] {
  return described.split(/^(?=printer )/m).flatMap((part) => {
    const [, name = ''] = /^printer (\S+) /.exec(part) ?? [];
    if (name === '') return [];
    const port = devices.split('\n').find((line) => line.startsWith(`device for ${name}: `));
    return [
      { name, port: port?.slice(`device for ${name}: `.length) ?? '', driver: lineOf(part, 'Description'), trouble: troubleIn(name, part) },
    ];
  });
}

/** What prevents printing, from a printer's description; null if nothing is known. Warnings don't count. */
export function troubleIn(name: string, described: string): Trouble | null {
  const reasons = lineOf(described, 'Alerts')
    .split(/[\s,]+/)
    .filter((reason) => !reason.endsWith('-warning'));
  const is = (...words: string[]): boolean => words.some((word) => reasons.some((reason) => reason.startsWith(word)));
  if (is('cover-open', 'door-open', 'interlock-open'))
    return { code: 'cover-open', text: message('printer.coverOpen'), hint: message('printer.closeCover') };
  if (is('media-empty', 'media-needed'))
    return { code: 'paper-out', text: message('printer.outOfPaper'), hint: message('printer.insertRoll') };
  if (is('media-jam'))
    return {
      code: 'printer-error',
      text: message('printer.paperJammed'),
      hint: message('printer.removePaper'),
    };
  if (is('offline', 'shutdown', 'timed-out'))
    return { code: 'offline', text: message('printer.offline'), hint: message('printer.checkLights') };
  if (/^printer \S+ disabled\b/m.test(described) || is('paused', 'moving-to-paused'))
    return { code: 'offline', text: message('printer.queueStopped', { name }), hint: message('printer.checkQueue') };
  return null;
}

/** How a finished request ended, from the output of `lpstat -W completed -l -o`; null if unknown. */
export function endOf(request: string, completed: string): 'printed' | 'broken-off' | null {
  const part = completed.split(/^(?=\S)/m).find((lines) => lines.startsWith(`${request} `)) ?? '';
  const reasons = lineOf(part, 'Alerts');
  if (reasons.includes('job-completed-successfully')) return 'printed';
  return /\b(?:aborted|job-canceled|cancelled)/.test(reasons) ? 'broken-off' : null;
}

function lineOf(part: string, name: string): string {
  return new RegExp(`^\\s+${name}: (.*)$`, 'm').exec(part)?.[1]?.trim() ?? '';
}
