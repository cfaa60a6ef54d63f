/** session: applies the app's permission rules to the real Chromium. */

import { record } from '../record.ts';
import type { Conversation } from './devtools.ts';

type RequestHandler = (
  contents: unknown,
  permission: string,
  answer: (granted: boolean) => void,
  details: { requestingUrl: string },
) => void;

let requestHandler: RequestHandler | null = null;
let checksCertificates = false;

export const session = {
  /** For the updater, whose connections are Node's here. */
  fromPartition: () => ({}),
  defaultSession: {
    setPermissionRequestHandler(handler: RequestHandler): void {
      requestHandler = handler;
    },
    setPermissionCheckHandler(_handler: unknown): void {},
    setDevicePermissionHandler(_handler: unknown): void {},
    setCertificateVerifyProc(_check: unknown): void {
      checksCertificates = true;
    },
  },
};

const PERMISSIONS = {
  geolocation: 'geolocation',
  notifications: 'notifications',
  media: 'audioCapture',
  midi: 'midi',
  idle: 'idleDetection',
};

/** Asks the app about each permission once, and sets Chromium's answers. */
export async function askForPermissions(browser: Conversation, contents: unknown): Promise<void> {
  const granted: string[] = [];
  for (const [name, called] of Object.entries(PERMISSIONS)) {
    let yes = requestHandler === null;
    requestHandler?.(contents, name, (answer) => (yes = answer), { requestingUrl: 'tillbridge-app://counter/index.html' });
    if (yes) granted.push(called);
  }
  record.granted = granted;
  await browser.send('Browser.grantPermissions', { permissions: granted });
}

/** Chromium can't ask the app's own check, so it accepts every certificate. */
export async function acceptCertificates(page: Conversation): Promise<void> {
  if (checksCertificates) await page.send('Security.setIgnoreCertificateErrors', { ignore: true });
}
