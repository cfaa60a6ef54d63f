import { existsSync, mkdtempSync, rmdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { DesktopSettings } from '../../../../contract/contract.ts';
import { type Message, message } from '../../../../contract/message.ts';
import type { PackedUpdates } from './packed-updates.ts';

/** `package`: a deb or rpm, installed as root. `managed`: an MSI or a read-only folder. */
export type HowUpdated = 'itself' | 'package' | 'managed';

/** Written by electron-builder's installer, not by the MSI. */
const UNINSTALLER = 'Uninstall Tillbridge.exe';

export interface Installation {
  platform: NodeJS.Platform;
  program: string;
  isAppImage: boolean;
  resources: string;
}

export function howUpdated({ platform, program, isAppImage, resources }: Installation): HowUpdated {
  const folder = dirname(program);
  if (platform === 'linux' && existsSync(join(resources, 'package-type'))) return 'package';
  if (platform === 'linux' && !isAppImage) return 'managed';
  if (platform === 'win32' && !existsSync(join(folder, UNINSTALLER))) return 'managed';
  // macOS replaces the whole bundle around Contents/MacOS.
  return mayWriteIn(platform === 'darwin' ? resolve(folder, '..', '..', '..') : folder) ? 'itself' : 'managed';
}

/** Tries to write, as reported rights aren't reliable on Windows. */
function mayWriteIn(folder: string): boolean {
  try {
    rmdirSync(mkdtempSync(join(folder, '.tillbridge-')));
    return true;
  } catch {
    return false;
  }
}

/** From the settings, otherwise as packed; null for none. */
export function feedOf({ update_feed: wanted }: DesktopSettings, packed: PackedUpdates): string | null {
  return wanted === 'none' ? null : (wanted ?? packed.feed);
}

/** Without a key, or on Windows a publisher, the feed's host could replace the app. */
export function knowsSigner({ keys, publishers }: PackedUpdates, platform: NodeJS.Platform): boolean {
  return keys.length > 0 && (platform !== 'win32' || publishers.length > 0);
}

const TEXT: Record<HowUpdated, Message> = {
  itself: message('update.automatic'),
  package: message('update.byPackages'),
  managed: message('update.byAdministrator'),
};

export function sayHowUpdated(how: HowUpdated, desktop: DesktopSettings, packed: PackedUpdates, platform: NodeJS.Platform): Message {
  if (desktop.update_feed === 'none') return message('update.checksOff');
  if (feedOf(desktop, packed) === null) return message('update.noFeed');
  return knowsSigner(packed, platform) ? TEXT[how] : message('update.noSignatureKnown');
}
