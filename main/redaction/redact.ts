/** Removes from texts what must not leave the process: known secrets in any encoding, and anything in the form of a secret. */
import { bareAddress, LEFT_OUT } from './addresses.ts';
import { knownSecrets } from './known-secrets.ts';

export { bareAddress, LEFT_OUT, maskAddress, secretsOfAddress } from './addresses.ts';
export { hide, secretsIn } from './known-secrets.ts';

/** Shorter secrets may be parts of words, so they're removed only as whole words. */
const ALONE_BELOW = 8;

/** Removes all secrets. Idempotent. */
export function redact(text: string): string {
  return withoutForms(withoutAddresses(withoutSecrets(text)));
}

/** Cached until the secrets change. */
let current: { secrets: readonly string[]; without: (text: string) => string } | null = null;

function withoutSecrets(text: string): string {
  const secrets = knownSecrets();
  if (current?.secrets !== secrets) current = { secrets, without: without(secrets) };
  return current.without(text);
}

/** Removes these texts from others, raw or encoded (percent, JSON, base64), alone or embedded. Prepare once for many texts. */
export function without(secrets: readonly string[], instead: (secret: string) => string = () => LEFT_OUT): (text: string) => string {
  const looks = secrets.flatMap((secret) =>
    formsOf(secret).map((form) => ({
      secret,
      form,
      sought: form.length < ALONE_BELOW ? new RegExp(`(?<![\\p{L}\\p{N}])${escaped(form)}(?![\\p{L}\\p{N}])`, 'gu') : form,
    })),
  );
  const long = secrets.filter((secret) => secret.length >= ALONE_BELOW);
  const hidden = (decoded: string): boolean => long.some((secret) => decoded.includes(secret));
  return (text) =>
    withoutEncoded(
      looks.reduce(
        (clean, { secret, form, sought }) => (clean.includes(form) ? clean.replaceAll(sought, () => instead(secret)) : clean),
        text,
      ),
      hidden,
    );
}

const IN_PERCENT = /%[0-9A-Fa-f]{2}/;

/** Removes encoded runs that contain a secret when decoded. */
function withoutEncoded(text: string, hidden: (decoded: string) => boolean): string {
  return (
    text
      .replaceAll(/[A-Za-z0-9+/_-]{12,}={0,2}/g, (run) => (hidden(fromBase64(run)) ? LEFT_OUT : run))
      // Match the whole run first: otherwise every character of a long run starts a new search.
      .replaceAll(/[^\s"'<>]+/g, (run) => (IN_PERCENT.test(run) && hidden(fromPercent(run)) ? LEFT_OUT : run))
      .replaceAll(/\b(?:[0-9a-f]{2}){12,}\b/gi, (run) => (hidden(Buffer.from(run, 'hex').toString('utf8')) ? LEFT_OUT : run))
  );
}

/** Reduces addresses to bare ones, and removes query values. */
function withoutAddresses(text: string): string {
  return text
    .replaceAll(/\b[a-z][a-z0-9+.-]{1,15}:\/\/[^\s"'<>\\)\]}]+/gi, (address) =>
      address.startsWith('file:') ? address : bareAddress(address),
    )
    .replaceAll(/([?&][\w.-]{1,40}=)[^\s&"'<>\\)\]}]+/g, `$1${LEFT_OUT}`);
}

/** Credentials recognized by their format. */
function withoutForms(text: string): string {
  return text
    .replaceAll(/\b(Bearer|Basic|Digest)\s+[A-Za-z0-9+/_.~=-]{6,}/gi, `$1 ${LEFT_OUT}`)
    .replaceAll(/\beyJ[A-Za-z0-9_-]{8,}(\.[A-Za-z0-9_-]*){0,2}/g, LEFT_OUT)
    .replaceAll(
      /((?:password|passwd|secret|token|api[_-]?key|authorization|cookie)\\?["']?\s*[:=]\s*\\?["']?)(?!\*\*\*)[^\s"'\\,;}]{4,}/gi,
      `$1${LEFT_OUT}`,
    );
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const forms = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    encodeURIComponent(secret).toLowerCase(),
    new URLSearchParams({ s: secret }).toString().slice(2),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ];
  return [...new Set(forms)].filter((form) => form.length >= 4);
}

function fromBase64(run: string): string {
  return Buffer.from(run, 'base64').toString('utf8');
}

function fromPercent(run: string): string {
  return run.replaceAll(/(?:%[0-9a-f]{2})+/gi, (part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
