/** What a tablet gets over plain HTTP to trust the venue's authority: the guide, and the certificate in two forms. */
import type { ExtraFile } from '../../browser/page-server.ts';
import {
  CERTIFICATE_PATH,
  GUIDE_SCRIPT,
  GUIDE_STYLE,
  type GuideText,
  guidePage,
  PROFILE_PATH,
  SCRIPT_PATH,
  STYLE_PATH,
  TRUSTED_PATH,
} from './guide-page.ts';
import { profile } from './profile.ts';

export const GUIDE_PATH = '/guide';

/** Null for other paths. */
export function guideFile(path: string, text: GuideText): ExtraFile | null {
  switch (path) {
    case GUIDE_PATH:
      return { type: 'text/html; charset=utf-8', body: guidePage(text), headers: { 'content-security-policy': policy(text.station) } };
    case STYLE_PATH:
      return { type: 'text/css; charset=utf-8', body: GUIDE_STYLE };
    case SCRIPT_PATH:
      return { type: 'text/javascript; charset=utf-8', body: GUIDE_SCRIPT };
    case CERTIFICATE_PATH:
      return {
        type: 'application/x-x509-ca-cert',
        body: text.authority.certificate,
        headers: { 'content-disposition': 'attachment; filename="tillbridge.crt"' },
      };
    case PROFILE_PATH:
      return { type: 'application/x-apple-aspen-config', body: profile(text.authority) };
    default:
      return null;
  }
}

/** Over https, the guide's page may ask for this one file, to learn whether the tablet trusts the authority. */
export function trustedFile(path: string): ExtraFile | null {
  return path === TRUSTED_PATH ? { type: 'text/plain', body: '', headers: { 'cross-origin-resource-policy': 'cross-origin' } } : null;
}

function policy(station: string): string {
  return `default-src 'none'; script-src 'self'; style-src 'self'; connect-src ${station}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}
