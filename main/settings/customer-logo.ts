/** The venue's logo on the customers' screen: one picture in the data folder, given out at an address that no one can guess. */
import { createHmac, randomBytes } from 'node:crypto';
import { lstatSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { MOST_PICTURE_BYTES, MOST_PICTURE_SIDE } from '../../contract/contract.ts';
import { writePrivately } from '../../shared/files/private-files.ts';
import { isSame } from '../../shared/http/constant-time-equal.ts';
import { type Picture, pictureOf } from './picture.ts';

export interface ShownPicture {
  type: Picture['type'];
  body: Buffer;
}

export interface CustomerLogo {
  /** Its address on the pages of the app; null where there is none that can be shown. */
  address(): string | null;
  /** What is given out at an address; null for any other one, and once the file is gone or another. */
  at(address: string): ShownPicture | null;
  /** Keeps it; the word says why not. Throws the file system's error. */
  keep(bytes: Buffer): 'kept' | 'no-picture' | 'too-large';
  remove(): void;
}

/** Where the pages of the app ask for it. */
const LOGO_PATH = '/customer-logo/';
const FILE = 'customer-logo';

/** Of a data folder that is ours. */
export function openCustomerLogo(dataDir: string): CustomerLogo {
  const file = join(dataDir, FILE);
  // Of this start: whoever was told an address yesterday and may not see the screen any more has nothing in hand.
  const key = randomBytes(32);
  const addressOf = (bytes: Buffer): string => `${LOGO_PATH}${createHmac('sha256', key).update(bytes).digest('base64url')}`;
  let address = addressIn(read(file));

  function addressIn(picture: ShownPicture | null): string | null {
    return picture && addressOf(picture.body);
  }

  return {
    address: () => address,
    at(asked) {
      // The file is read for no one else.
      if (address === null || !isSame(asked, address)) return null;
      const picture = read(file);
      return picture && isSame(addressOf(picture.body), address) ? picture : null;
    },
    keep(bytes) {
      const judged = judge(bytes);
      if (typeof judged === 'string') return judged;
      writePrivately(file, bytes);
      address = addressOf(bytes);
      return 'kept';
    },
    remove() {
      rmSync(file, { force: true });
      address = null;
    },
  };
}

/** What the file holds now, as far as it may be shown: anyone may have put another one there. */
function read(file: string): ShownPicture | null {
  try {
    const found = lstatSync(file);
    if (!found.isFile() || found.size > MOST_PICTURE_BYTES) return null;
    const body = readFileSync(file);
    const judged = judge(body);
    return typeof judged === 'string' ? null : { type: judged.type, body };
  } catch {
    // There is none, or it cannot be read: the screen goes without.
    return null;
  }
}

function judge(bytes: Buffer): Picture | 'no-picture' | 'too-large' {
  if (bytes.length > MOST_PICTURE_BYTES) return 'too-large';
  const picture = pictureOf(bytes);
  if (picture === null) return 'no-picture';
  return Math.max(picture.width, picture.height) > MOST_PICTURE_SIDE ? 'too-large' : picture;
}
