/** Takes out of a text what must not leave the process: what is known to be secret, in any clothing, and what has the form of a secret. */
import { bareAddress, LEFT_OUT } from './addresses.ts';
import { knownSecrets } from './known-secrets.ts';

export { bareAddress, LEFT_OUT, maskAddress, secretsOfAddress } from './addresses.ts';
export { hide, secretsIn } from './known-secrets.ts';

/** Those below may be part of a word: they are taken out where they stand alone. */
const ALONE_BELOW = 8;

/** Any number of times: what was taken out is not touched again. */
export function redact(text: string): string {
  return withoutForms(withoutAddresses(withoutSecrets(text)));
}

/** What takes out all that is known to be secret now, made anew when that changes. */
let current: { secrets: readonly string[]; without: (text: string) => string } | null = null;

function withoutSecrets(text: string): string {
  const secrets = knownSecrets();
  if (current?.secrets !== secrets) current = { secrets, without: without(secrets) };
  return current.without(text);
}

/**
 * Takes these texts out of others, as they are and as they travel: in percent signs, in JSON, in base64, alone or with more around them.
 * Made once for many texts: how each of them may look is worked out here.
 */
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

/** A run of signs that holds something hidden when it is read as what it looks like. */
function withoutEncoded(text: string, hidden: (decoded: string) => boolean): string {
  return (
    text
      .replaceAll(/[A-Za-z0-9+/_-]{12,}={0,2}/g, (run) => (hidden(fromBase64(run)) ? LEFT_OUT : run))
      // The run first, and only then what is in it: sought the other way round, every sign of a long run is a new beginning.
      .replaceAll(/[^\s"'<>]+/g, (run) => (IN_PERCENT.test(run) && hidden(fromPercent(run)) ? LEFT_OUT : run))
      .replaceAll(/\b(?:[0-9a-f]{2}){12,}\b/gi, (run) => (hidden(Buffer.from(run, 'hex').toString('utf8')) ? LEFT_OUT : run))
  );
}

/** Each address in a text becomes a bare one; what follows a path as name=value loses the value. */
function withoutAddresses(text: string): string {
  return text
    .replaceAll(/\b[a-z][a-z0-9+.-]{1,15}:\/\/[^\s"'<>\\)\]}]+/gi, (address) =>
      address.startsWith('file:') ? address : bareAddress(address),
    )
    .replaceAll(/([?&][\w.-]{1,40}=)[^\s&"'<>\\)\]}]+/g, `$1${LEFT_OUT}`);
}

/** Credentials by the way they are written, whoever they belong to. */
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
