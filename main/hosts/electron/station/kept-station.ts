/** The counter of a station, kept in its data folder. */
import { X509Certificate } from 'node:crypto';
import * as v from 'valibot';
import { english } from '../../../../contract/english.ts';
import { message, type Text } from '../../../../contract/message.ts';
import { writePrivately } from '../../../../shared/files/private-files.ts';
import { readIfThere } from '../../../../shared/files/read-if-there.ts';
import { stationFile } from '../../../app/folder-kind.ts';

export interface KeptStation {
  /** `https://host:port`. */
  origin: string;
  /** The venue's authority. */
  authority: X509Certificate;
}

/** This computer can't be a station. Says what to do. */
export class StationError extends Error {
  readonly text: Text;
  readonly hint: Text;
  constructor(text: Text, hint: Text, cause?: unknown) {
    super(english(text), { cause });
    this.text = text;
    this.hint = hint;
  }
}

const Kept = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    origin: v.pipe(
      v.string(),
      v.check((origin) => origin.startsWith('https://') && URL.parse(origin)?.origin === origin),
    ),
    /** PEM. */
    authority: v.string(),
  }),
);

export function keepStation(dataDir: string, { origin, authority }: KeptStation): void {
  writePrivately(stationFile(dataDir), JSON.stringify({ origin, authority: authority.toString() }));
}

/** Throws StationError if the file is damaged, or the file system's error. */
export function readStation(dataDir: string): KeptStation {
  const file = stationFile(dataDir);
  const text = readIfThere(file);
  try {
    const { origin, authority } = v.parse(Kept, text);
    return { origin, authority: new X509Certificate(authority) };
  } catch (error) {
    throw new StationError(message('station.fileDamaged', { file }), message('station.useNewLink'), error);
  }
}
