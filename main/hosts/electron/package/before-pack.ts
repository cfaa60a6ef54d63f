/** Run by electron-builder before it packs for one system and one kind of processor. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type AfterPackContext, Arch, type FileSet } from 'electron-builder';
import { fits, refuseMissingParts, targetOf } from './native-parts.ts';
import { type Packing, prepareRelease } from './release.ts';

/** The keychain's second library, where it was built; the first one needs no compiler and has a build for every system. */
const KEYTAR = 'node_modules/keytar/build';

/** In the patterns of electron-builder.yml. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: written so in YAML
const PLATFORM = '${platform}';

/** As electron-builder.yml says it; one run may pack for several systems. */
let asWritten: string | null = null;

export default function beforePack({ packager, electronPlatformName: platform, arch }: AfterPackContext): void {
  const target = { platform, arch: Arch[arch] };
  prepareRelease(packager.config as Packing, platform);
  refuseMissingParts(packager.projectDir, target);
  const keytar = join(packager.projectDir, KEYTAR, 'Release', 'keytar.node');
  const isForeign = existsSync(keytar) && !fits(keytar, target);
  if (isForeign) console.log(`keytar was built for ${targetOf(keytar)?.platform} and is left out; @napi-rs/keyring keeps the secrets.`);
  asWritten ??= JSON.stringify(packager.config.files ?? []);
  packager.config.files = filesFor(asWritten, platform, isForeign ? [`!${KEYTAR}/**`] : []);
}

/** The patterns with the system that is packed for in them: the packer itself means the one that it runs on. */
function filesFor(written: string, platform: string, leftOut: readonly string[]): (string | FileSet)[] {
  const files = [JSON.parse(written.replaceAll(PLATFORM, platform)) as string | FileSet | (string | FileSet)[]].flat();
  const sets = files.map((one) => (typeof one === 'string' ? one : { ...one, filter: [one.filter ?? [], ...leftOut].flat() }));
  return [...sets, ...leftOut];
}
