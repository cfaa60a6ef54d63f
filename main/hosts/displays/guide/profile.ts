/** The authority as a configuration profile for iOS. Pure. */
import { createHash } from 'node:crypto';
import type { Authority } from '../authority/authority.ts';

export function profile({ name, certificate }: Pick<Authority, 'name' | 'certificate'>): string {
  const identifier = (part: string): string => `<key>PayloadIdentifier</key><string>app.tillbridge.authority.${part}</string>`;
  const uuid = (part: string): string => `<key>PayloadUUID</key><string>${uuidOf(certificate, part)}</string>`;
  const named = `<key>PayloadDisplayName</key><string>${name}</string><key>PayloadVersion</key><integer>1</integer>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>PayloadType</key><string>Configuration</string>${identifier('profile')}${uuid('profile')}${named}
<key>PayloadContent</key><array><dict>
<key>PayloadType</key><string>com.apple.security.root</string>${identifier('root')}${uuid('root')}${named}
<key>PayloadContent</key><data>${certificate.toString('base64')}</data>
</dict></array>
</dict></plist>
`;
}

/** Constant for a certificate, so a profile replaces an earlier one. */
function uuidOf(certificate: Buffer, part: string): string {
  const digest = createHash('sha256').update(part).update(certificate).digest('hex').toUpperCase();
  return [digest.slice(0, 8), digest.slice(8, 12), `8${digest.slice(13, 16)}`, `8${digest.slice(17, 20)}`, digest.slice(20, 32)].join('-');
}
