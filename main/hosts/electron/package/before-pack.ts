/** Runs in electron-builder before packing for one system and processor. */
import { existsSync } from 'node:fs';
import { type AfterPackContext, Arch, type FileSet } from 'electron-builder';
import { buildKeytar, KEYTAR_BUILD, keytarIn } from './build-keytar.ts';
import { fits, refuseMissingParts, targetOf } from './native-parts.ts';
import { type Packing, prepareRelease } from './release.ts';

/** Placeholder in the patterns of electron-builder.yml. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: written so in YAML
const PLATFORM = '${platform}';

/** `files` of electron-builder.yml as written, since one run may pack for several systems. */
let asWritten: string | null = null;

export default function beforePack({ packager, electronPlatformName: platform, arch }: AfterPackContext): void {
  const target = { platform, arch: Arch[arch] };
  prepareRelease(packager.config as Packing, platform);
  refuseMissingParts(packager.projectDir, target);
  if (platform === process.platform && !buildKeytar(packager.projectDir)) withoutKeytar();
  const keytar = keytarIn(packager.projectDir);
  const isForeign = existsSync(keytar) && !fits(keytar, target);
  if (isForeign) console.log(`keytar was built for ${targetOf(keytar)?.platform} and is left out; @napi-rs/keyring keeps the secrets.`);
  asWritten ??= JSON.stringify(packager.config.files ?? []);
  packager.config.files = filesFor(asWritten, platform, isForeign ? [`!${KEYTAR_BUILD}/**`] : []);
}

/** Throws for a release, which must contain both keychain libraries. */
function withoutKeytar(): void {
  const why = 'keytar could be neither fetched nor compiled (it needs Python, a C++ compiler and, on Linux, the headers of libsecret)';
  if (process.env.TILLBRIDGE_RELEASE) throw new Error(`${why}.`);
  console.log(`${why} and is left out; @napi-rs/keyring keeps the secrets.`);
}

/** Puts the target system into the patterns; the packer would use its own. */
function filesFor(written: string, platform: string, leftOut: readonly string[]): (string | FileSet)[] {
  const files = [JSON.parse(written.replaceAll(PLATFORM, platform)) as string | FileSet | (string | FileSet)[]].flat();
  const sets = files.map((one) => (typeof one === 'string' ? one : { ...one, filter: [one.filter ?? [], ...leftOut].flat() }));
  return [...sets, ...leftOut];
}
