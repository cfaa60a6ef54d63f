/** The logo on the customer screen: a picture in the data folder, served at an unguessable URL. */
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
  /** The logo's path on the app's pages; null without a usable logo. */
  address(): string | null;
  /** The picture at a path; null for other paths, or once the file changed. */
  at(address: string): ShownPicture | null;
  /** Saves the picture or returns the reason. Throws file system errors. */
  keep(bytes: Buffer): 'kept' | 'no-picture' | 'too-large';
  remove(): void;
}

const LOGO_PATH = '/customer-logo/';
const FILE = 'customer-logo';

/** Needs the lock on the data folder. */
export function openCustomerLogo(dataDir: string): CustomerLogo {
  const file = join(dataDir, FILE);
  // A new key on each start, so earlier URLs expire.
  const key = randomBytes(32);
  const addressOf = (bytes: Buffer): string => `${LOGO_PATH}${createHmac('sha256', key).update(bytes).digest('base64url')}`;
  let address = addressIn(read(file));

  function addressIn(picture: ShownPicture | null): string | null {
    return picture && addressOf(picture.body);
  }

  return {
    address: () => address,
    at(asked) {
      // Other paths must cause no file access.
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

/** Checks the picture again, as others may have replaced the file. */
function read(file: string): ShownPicture | null {
  try {
    const found = lstatSync(file);
    if (!found.isFile() || found.size > MOST_PICTURE_BYTES) return null;
    const body = readFileSync(file);
    const judged = judge(body);
    return typeof judged === 'string' ? null : { type: judged.type, body };
  } catch {
    return null;
  }
}

function judge(bytes: Buffer): Picture | 'no-picture' | 'too-large' {
  if (bytes.length > MOST_PICTURE_BYTES) return 'too-large';
  const picture = pictureOf(bytes);
  if (picture === null) return 'no-picture';
  return Math.max(picture.width, picture.height) > MOST_PICTURE_SIDE ? 'too-large' : picture;
}
