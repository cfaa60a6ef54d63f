/**
 * Signs version lists: `node main/hosts/electron/package/sign-feed.ts dist KEYFILE`. `--make-key KEYFILE` creates the key and prints
 * `updateKeys` for electron-builder.yml.
 */
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publicHalf, signList } from '../updates/list-signature.ts';

const LIST = /^(latest|early)(-mac|-linux(-\w+)?)?\.yml$/;
const USAGE = 'sign-feed.ts FOLDER KEYFILE, or sign-feed.ts --make-key KEYFILE';

export function signFeed(folder: string, keyFile: string): string[] {
  const key = createPrivateKey(readFileSync(keyFile));
  const lists = readdirSync(folder).filter((name) => LIST.test(name));
  for (const name of lists) writeFileSync(join(folder, name), signList(name, readFileSync(join(folder, name), 'utf8'), key));
  return lists;
}

/** Returns the public half. Throws if the file exists: losing a key ends updates of every app that trusts it. */
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
        .join('\n') || `No version list in ${first}.`,
    );
}
