/** The relay may be compromised, so its frames are validated. */
import * as v from 'valibot';
import { type CounterFrame, RelayFrame } from '../../../contract/relay/wire.ts';
import { readJson } from '../../../shared/json/read-json.ts';
import { asRecord, asText } from '../../orders/text/reading.ts';

/** Valid frames have about a dozen values. */
const MOST_VALUES = 5_000;
const KNOWN = new Set(['welcome', 'news', 'pong', 'refused', 'settings', 'support']);

/** `unknown`: a later relay's type. `unreadable`: invalid. */
export type ReadFrame = RelayFrame | 'unknown' | 'unreadable';

/** Never throws. */
export function readFrame(text: string): ReadFrame {
  return checkFrame(readJson(text, MOST_VALUES));
}

export function checkFrame(value: unknown): ReadFrame {
  const type = asText(asRecord(value)?.type);
  if (type === null) return 'unreadable';
  if (!KNOWN.has(type)) return 'unknown';
  const checked = v.safeParse(RelayFrame, value, { abortEarly: true });
  return checked.success ? checked.output : 'unreadable';
}

export function written(frame: CounterFrame): string {
  return JSON.stringify(frame);
}
