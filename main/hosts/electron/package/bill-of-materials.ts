/** An installer's contents as a CycloneDX list with licences. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { extractFile, listPackage } from '@electron/asar';
import { type AfterPackContext, Arch } from 'electron-builder';
import { thirdPartyNotices } from './third-party-notices.ts';

interface Component {
  'bom-ref': string;
  type: string;
  name: string;
  version?: string;
  hashes?: { alg: string; content: string }[];
  licenses?: unknown[];
}

export interface BillOfMaterials {
  bomFormat: 'CycloneDX';
  specVersion: string;
  metadata: { component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn?: string[] }[];
}

export const BILL = 'sbom.cdx.json';
export const NOTICE = 'NOTICE';
/** The runtime, which isn't a package in the app. */
const RUNTIME = 'node_modules/electron';

/** Writes the list into the packed app and the output folder, and NOTICE into the app. */
export function writeBillOfMaterials(context: AfterPackContext): void {
  const { packager, appOutDir, outDir, electronPlatformName, arch } = context;
  const resources = packager.getResourcesDir(appOutDir);
  const root = packager.projectDir;
  const shipped = new Set([...lockedRefs(root, [...bundledInto(root), RUNTIME]), ...packedInto(join(resources, 'app.asar'))]);
  const bill = billOf(everythingInstalled(root), shipped, fontsOf(join(root, 'resources', 'fonts')));
  const text = `${JSON.stringify(bill, null, 2)}\n`;
  writeFileSync(join(resources, BILL), text);
  writeFileSync(join(resources, NOTICE), thirdPartyNotices(root));
  const { version } = packager.appInfo;
  writeFileSync(join(outDir, `${packager.appInfo.name}-${version}-${electronPlatformName}-${Arch[arch]}.cdx.json`), text);
}

function bundledInto(root: string): string[] {
  return JSON.parse(readFileSync(join(root, 'out', 'bundled.json'), 'utf8'));
}

/** The packager moves packages, so only their own package.json identifies them. */
function packedInto(archive: string): string[] {
  const files = listPackage(archive, { isPack: false }).map((path) => path.replaceAll('\\', '/').replace(/^\//, ''));
  return files
    .filter((path) => /^(?:node_modules\/(?:@[^/]+\/)?[^/]+\/)+package\.json$/.test(path))
    .map((path) => JSON.parse(extractFile(archive, path).toString('utf8')) as { name: string; version: string })
    .map(({ name, version }) => `${name}@${version}`);
}

/** npm's list of the whole lockfile, with licences and hashes. */
function everythingInstalled(root: string): BillOfMaterials {
  const npm = process.env.npm_execpath;
  const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []];
  const args = [...first, 'sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
  return JSON.parse(
    execFileSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, stdio: ['ignore', 'pipe', 'ignore'] }),
  );
}

/** Names with versions, such as "jose@6.2.17". */
function lockedRefs(root: string, paths: readonly string[]): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string }>;
  };
  return paths.map((path) => {
    if (!Object.hasOwn(packages, path)) throw new Error(`${path} is in the bundles and not in package-lock.json.`);
    return `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${packages[path]?.version}`;
  });
}

function fontsOf(folder: string): Component[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ttf'))
    .map((name) => ({
      'bom-ref': `font/${name}`,
      type: 'file',
      name,
      hashes: [
        {
          alg: 'SHA-256',
          content: createHash('sha256')
            .update(readFileSync(join(folder, name)))
            .digest('hex'),
        },
      ],
    }));
}

/** Throws if something ships that isn't in npm's list. */
function billOf(everything: BillOfMaterials, shipped: ReadonlySet<string>, fonts: Component[]): BillOfMaterials {
  const components = everything.components.filter((component) => shipped.has(component['bom-ref']));
  const missing = [...shipped].filter((ref) => !components.some((component) => component['bom-ref'] === ref));
  if (missing.length > 0) throw new Error(`Shipped, but not in package-lock.json: ${missing.join(', ')}.`);
  const { component } = everything.metadata;
  const refs = new Set([component['bom-ref'], ...shipped]);
  return {
    ...everything,
    metadata: { ...everything.metadata, component: { ...component, name: 'tillbridge' } },
    components: [...components, ...fonts],
    dependencies: everything.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) })),
  };
}
