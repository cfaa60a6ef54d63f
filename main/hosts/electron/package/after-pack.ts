/** Runs in electron-builder after packing, before making installers. */
import { join } from 'node:path';
import { type AfterPackContext, Arch } from 'electron-builder';
import { writeBillOfMaterials } from './bill-of-materials.ts';
import { refuseForeignParts } from './native-parts.ts';

export default function afterPack(context: AfterPackContext): void {
  const { packager, appOutDir, electronPlatformName: platform, arch } = context;
  refuseForeignParts(join(packager.getResourcesDir(appOutDir), 'app.asar.unpacked'), { platform, arch: Arch[arch] });
  writeBillOfMaterials(context);
}
