/**
 * Signs the lists of versions (`latest*.yml`) that electron-builder wrote: `node main/hosts/electron/package/sign-feed.ts dist KEYFILE`.
 * `--make-key KEYFILE` makes the key first, and prints its public half for `updateKeys` of electron-builder.yml.
 */
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publicHalf, signList } from '../updates/list-signature.ts';

const LIST = /^latest(-mac|-linux(-\w+)?)?\.yml$/;
const USAGE = 'sign-feed.ts FOLDER KEYFILE, or sign-feed.ts --make-key KEYFILE';

/** Answers with the names of the lists that were signed. */
export function signFeed(folder: string, keyFile: string): string[] {
  const key = createPrivateKey(readFileSync(keyFile));
  const lists = readdirSync(folder).filter((name) => LIST.test(name));
  for (const name of lists) writeFileSync(join(folder, name), signList(name, readFileSync(join(folder, name), 'utf8'), key));
  return lists;
}

/** Answers with the public half. Throws where the file is there already: a key that is lost ends the updates of every app that knows it. */
export function makeKey(keyFile: string): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(keyFile, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flag: 'wx' });
  return publicHalf(privateKey);
}

if (import.meta.main) {
  const [first, second] = process.argv.slice(2);
  if (!first || !second) throw new Error(USAGE);
  if (first === '--make-key')
    console.log(`updateKeys: [${makeKey(second)}]\nKeep ${second} away from the feed and from the computer that builds.`);
  else
    console.log(
      signFeed(first, second)
        .map((name) => `${name} is signed.`)
        .join('\n') || `No latest*.yml in ${first}.`,
    );
}
