/** Run by electron-builder before it packs for one system and one kind of processor. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type AfterPackContext, Arch } from 'electron-builder';
import { fits, refuseMissingParts, targetOf } from './native-parts.ts';
import { type Packing, prepareRelease } from './release.ts';

/** The keychain's second library, where it was built; the first one needs no compiler and has a build for every system. */
const KEYTAR = 'node_modules/keytar/build';

/** In the patterns of electron-builder.yml. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: written so in YAML
const PLATFORM = '${platform}';

type Files = NonNullable<AfterPackContext['packager']['config']['files']>;
/** As electron-builder.yml says it; one run may pack for several systems. */
let asWritten: Files | null = null;

export default function beforePack({ packager, electronPlatformName: platform, arch }: AfterPackContext): void {
  const target = { platform, arch: Arch[arch] };
  prepareRelease(packager.config as Packing, platform);
  refuseMissingParts(packager.projectDir, target);
  asWritten ??= packager.config.files ?? [];
  // The packer itself means the system that it runs on.
  const files = [asWritten].flat().map((one) => (typeof one === 'string' ? one.replaceAll(PLATFORM, platform) : one));
  const keytar = join(packager.projectDir, KEYTAR, 'Release', 'keytar.node');
  const isForeign = existsSync(keytar) && !fits(keytar, target);
  packager.config.files = isForeign ? [...files, `!${KEYTAR}/**`] : files;
  if (isForeign) console.log(`keytar was built for ${targetOf(keytar)?.platform} and is left out; @napi-rs/keyring keeps the secrets.`);
}
