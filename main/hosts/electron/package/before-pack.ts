/** Run by electron-builder before it packs for one system and one kind of processor. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type AfterPackContext, Arch } from 'electron-builder';
import { fits, refuseMissingParts, targetOf } from './native-parts.ts';
import { type Packing, prepareRelease } from './release.ts';

/** The keychain's second library, where it was built; the first one needs no compiler and has a build for every system. */
const KEYTAR = 'node_modules/keytar/build';
const NOT_KEYTAR = `!${KEYTAR}/**`;

export default function beforePack({ packager, electronPlatformName: platform, arch }: AfterPackContext): void {
  const target = { platform, arch: Arch[arch] };
  prepareRelease(packager.config as Packing, platform);
  refuseMissingParts(packager.projectDir, target);
  const keytar = join(packager.projectDir, KEYTAR, 'Release', 'keytar.node');
  const isForeign = existsSync(keytar) && !fits(keytar, target);
  const files = [packager.config.files ?? []].flat().filter((one) => one !== NOT_KEYTAR);
  packager.config.files = isForeign ? [...files, NOT_KEYTAR] : files;
  if (isForeign) console.log(`keytar was built for ${targetOf(keytar)?.platform} and is left out; @napi-rs/keyring keeps the secrets.`);
}
