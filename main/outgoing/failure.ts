/** Why a request got no answer, and messages for it. */
import { message } from '../../contract/message.ts';
import { mayBeBlockedByMacos, type Words, wordsOfLocalNetwork } from './local-network.ts';
import { proxyFor } from './proxy.ts';

/** `local-network`: macOS may block it. `certificate`: invalid for another reason. `no-tls`: https, but the server doesn't speak TLS. */
export type Failure =
  | 'no-host'
  | 'refused'
  | 'nothing'
  | 'local-network'
  | 'proxy'
  | 'unknown-authority'
  | 'another-name'
  | 'out-of-date'
  | 'certificate'
  | 'no-tls'
  | 'silence';

export type { Words };

/** In an EPROTO message: the first bytes weren't TLS. */
const NO_TLS = /wrong.version.number|packet.length.too.long/i;

const KINDS: readonly [Failure, RegExp][] = [
  ['unknown-authority', /SELF_SIGNED|^UNABLE_TO_/],
  ['another-name', /^ERR_TLS_CERT_ALTNAME_INVALID$/],
  ['out-of-date', /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/],
  ['certificate', /^(CERT_|ERR_TLS_)/],
  ['no-tls', NO_TLS],
  ['proxy', /^(UND_ERR_PRX_|ERR_PROXY_)/],
  ['no-host', /^(ENOTFOUND|EAI_AGAIN)$/],
  ['refused', /^ECONNREFUSED$/],
  ['nothing', /^(EHOSTUNREACH|ENETUNREACH|ENETDOWN|UND_ERR_CONNECT_TIMEOUT)$/],
];
/** Error message: the proxy opened no tunnel. */
const NO_TUNNEL = /^Proxy response \(\d+\)/;

/** `address`: the request's target. Every failure but `silence` proves that nothing was sent. */
export function failureOf(error: unknown, address: string): Failure {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (NO_TUNNEL.test(cause.message)) return 'proxy';
    if (!('code' in cause) || typeof cause.code !== 'string') continue;
    const code = cause.code === 'EPROTO' && NO_TLS.test(cause.message) ? 'ERR_SSL_WRONG_VERSION_NUMBER' : cause.code;
    const kind = KINDS.find(([, codes]) => codes.test(code))?.[0] ?? 'silence';
    // Only the proxy was contacted; it connects to the target.
    if (['no-host', 'refused', 'nothing'].includes(kind) && proxyFor(address)) return 'proxy';
    return mayBeBlockedByMacos(URL.parse(address)?.hostname ?? '', code) ? 'local-network' : kind;
  }
  return 'silence';
}

/** Null if nothing answered: callers have their own message for that. */
export function wordsOfFailure(failure: Failure, address: string): Words | null {
  const host = hostOf(address);
  const hint = message('network.checkDateAndSignIn');
  switch (failure) {
    case 'local-network':
      return wordsOfLocalNetwork(host);
    case 'unknown-authority':
      return { text: message('network.certificateUnknownIssuer', { host }), hint: message('network.trustCertificate') };
    case 'another-name':
      return {
        text: message('network.certificateWrongName', { host }),
        hint: message('network.useCertificateName'),
      };
    case 'out-of-date':
      return { text: message('network.certificateExpired', { host }), hint };
    case 'certificate':
      return { text: message('network.certificateUntrusted', { host }), hint };
    case 'no-tls':
      return { text: message('network.noHttps', { host }), hint: message('printer.checkAddress') };
    case 'proxy':
      return {
        text: message('network.proxyFailed', { proxy: proxyFor(address)?.host ?? '', host }),
        hint: message('network.askAboutProxy'),
      };
    default:
      return null;
  }
}

/** For an address of the venue that gave no answer; null for silence. */
export function wordsOfNoContact(failure: Failure, address: string): Words | null {
  const host = hostOf(address);
  switch (failure) {
    case 'no-host':
      return { text: message('service.hostUnknown', { host: URL.parse(address)?.hostname ?? '' }), hint: message('printer.checkAddress') };
    case 'refused':
      return { text: message('network.connectionRefused', { host }), hint: message('network.checkProgramAndAddress') };
    case 'nothing':
      return { text: message('service.nothingAnswers', { host }), hint: message('printer.checkPowerAndNetwork') };
    default:
      return null;
  }
}

/** For an answer that redirects (3xx). `to`: its target. */
export function wordsOfRedirect(address: string, to: string | null): Words {
  const other = to === null ? null : URL.parse(to, address);
  // Only the origin is shown: the redirect's path may contain what was sent.
  const named = other && other.origin !== 'null' && other.origin !== URL.parse(address)?.origin ? other.origin : 'none';
  return {
    text: message('network.redirects', { host: hostOf(address), to: named }),
    hint: message('network.useFinalAddress'),
  };
}

function hostOf(address: string): string {
  return URL.parse(address)?.host ?? '';
}
