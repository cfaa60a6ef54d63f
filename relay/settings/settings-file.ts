/** Reads `relay.json`. Error messages don't quote it, as it has webhook secrets. */
import { readFileSync } from 'node:fs';
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import * as v from 'valibot';
import { fileText } from '../../shared/files/file-text.ts';
import { RelaySettings, usualSettings } from './settings.ts';

export const SETTINGS_FILE = 'relay.json';

/** Its message is for the person who starts the relay. */
export class CannotStart extends Error {}

/** `isNamed`: named on the command line, so it must exist. JSON with comments. Throws CannotStart. */
export function readSettings(file: string, isNamed: boolean): RelaySettings {
  let text: string;
  try {
    text = fileText(readFileSync(file));
  } catch (error) {
    if (!isNamed && (error as NodeJS.ErrnoException).code === 'ENOENT') return usualSettings();
    throw new CannotStart(`The settings ${file} cannot be read: ${(error as Error).message}.`);
  }
  return checked(text, file);
}

function checked(text: string, file: string): RelaySettings {
  const broken: ParseError[] = [];
  const value: unknown = parse(text, broken, { allowTrailingComma: true });
  const [first] = broken;
  if (first) {
    const line = text.slice(0, first.offset).split('\n').length;
    throw new CannotStart(`${file}, line ${line}, is no JSON: ${printParseErrorCode(first.error)}.`);
  }
  const result = v.safeParse(RelaySettings, value);
  if (!result.success) throw new CannotStart(result.issues.map((issue) => `${file}: ${mistakeIn(issue)}`).join('\n'));
  const { listen, tls, behind_proxy } = result.output;
  if (!isLoopback(listen.host) && tls === null && !behind_proxy) {
    throw new CannotStart(
      `${file}: listen.host ${listen.host} can be reached by others, and keys would cross the network in the clear. Set tls, or behind_proxy where a proxy in front ends TLS.`,
    );
  }
  return result.output;
}

function mistakeIn(issue: v.BaseIssue<unknown>): string {
  const place = v.getDotPath(issue) ?? 'the file';
  if (issue.type === 'strict_object' && issue.expected === 'never') return `${place} is no setting.`;
  if (issue.type === 'check') return `${place} is wrong: ${issue.message}.`;
  const limit = issue.requirement === undefined || typeof issue.requirement === 'function' ? '' : ` (${String(issue.requirement)})`;
  return `${place} is wrong: expected ${issue.expected ?? issue.type}${limit}.`;
}

export function isLoopback(address: string | undefined): boolean {
  return address === 'localhost' || address === '::1' || /^(::ffff:)?127\./.test(address ?? '');
}
