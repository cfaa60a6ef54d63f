/** The X.509 certificates of a venue's authority and of its server. */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  ExtendedKeyUsage,
  Extension,
  Extensions,
  GeneralName,
  GeneralSubtree,
  GeneralSubtrees,
  id_ce_authorityKeyIdentifier,
  id_ce_basicConstraints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_nameConstraints,
  id_ce_subjectAltName,
  id_ce_subjectKeyIdentifier,
  id_kp_serverAuth,
  KeyIdentifier,
  KeyUsage,
  KeyUsageFlags,
  Name,
  NameConstraints,
  RelativeDistinguishedName,
  SubjectAlternativeName,
  SubjectKeyIdentifier,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from '@peculiar/asn1-x509';
import { PRIVATE_NETWORKS } from './private-networks.ts';

export interface AuthorityKey {
  certificate: X509Certificate;
  key: KeyObject;
}

/** Certificate and key in PEM; `from` and `until` are epoch ms. */
export interface ServerCertificate {
  cert: Buffer;
  key: Buffer;
  from: number;
  until: number;
}

/** The only DNS name the authority may speak for; `.internal` can't be registered. */
export const NO_ONES_NAME = 'tillbridge.internal';

const DAY_MS = 24 * 3_600_000;
/** Tablets' clocks may be slow. */
const BACK_MS = 5 * DAY_MS;
const SERVER_MS = 397 * DAY_MS - BACK_MS;
const AUTHORITY_MS = 3_652 * DAY_MS;
/** The earliest time that a computer's clock is believed. */
const EARLIEST = Date.UTC(2026, 0, 1);

const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2';
const COMMON_NAME = '2.5.4.3';

const newKey = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

export const plausible = (now: number): number => Math.max(now, EARLIEST);

/** `now`: epoch ms. Its name distinguishes it from other authorities on a tablet. */
export function makeAuthority(now: number): AuthorityKey {
  const key = newKey();
  const name = nameOf(`Tillbridge ${randomBytes(4).toString('hex').toUpperCase()}`);
  const allowed = [...PRIVATE_NETWORKS.map((iPAddress) => new GeneralName({ iPAddress })), new GeneralName({ dNSName: NO_ONES_NAME })];
  const permittedSubtrees = new GeneralSubtrees(allowed.map((base) => new GeneralSubtree({ base })));
  const extensions = [
    extension(id_ce_basicConstraints, new BasicConstraints({ cA: true, pathLenConstraint: 0 }), true),
    extension(id_ce_keyUsage, new KeyUsage(KeyUsageFlags.keyCertSign), true),
    extension(id_ce_nameConstraints, new NameConstraints({ permittedSubtrees }), true),
  ];
  // A fixed start, in case the clock is ahead.
  const period = { from: EARLIEST, until: plausible(now) + AUTHORITY_MS };
  const certificate = signed({ subject: name, issuer: name, of: key, by: key, period, extensions });
  return { certificate, key };
}

/** A new key and certificate for these IPv4 addresses. */
export function makeServerCertificate(authority: AuthorityKey, addresses: readonly string[], now: number): ServerCertificate {
  const key = newKey();
  const from = plausible(now) - BACK_MS;
  const until = Math.min(plausible(now) + SERVER_MS, authority.certificate.validToDate.getTime());
  const extensions = [
    extension(id_ce_basicConstraints, new BasicConstraints(), true),
    extension(id_ce_keyUsage, new KeyUsage(KeyUsageFlags.digitalSignature), true),
    extension(id_ce_extKeyUsage, new ExtendedKeyUsage([id_kp_serverAuth])),
    extension(id_ce_subjectAltName, new SubjectAlternativeName(addresses.map((iPAddress) => new GeneralName({ iPAddress })))),
  ];
  const issuer = AsnConvert.parse(authority.certificate.raw, Certificate).tbsCertificate.subject;
  const certificate = signed({ subject: nameOf('Tillbridge'), issuer, of: key, by: authority.key, period: { from, until }, extensions });
  const pem = key.export({ type: 'pkcs8', format: 'pem' });
  // With the authority's own, for stations that know its fingerprint.
  const chain = `${certificate.toString()}${authority.certificate.toString()}`;
  return { cert: Buffer.from(chain), key: Buffer.from(pem), from, until };
}

/** Null if these aren't a certificate and its key. Both DER in base64. */
export function readAuthority(kept: { certificate: string; key: string }): AuthorityKey | null {
  try {
    const certificate = new X509Certificate(Buffer.from(kept.certificate, 'base64'));
    const key = createPrivateKey({ key: Buffer.from(kept.key, 'base64'), format: 'der', type: 'pkcs8' });
    return certificate.checkPrivateKey(key) ? { certificate, key } : null;
  } catch {
    return null;
  }
}

function signed(made: {
  subject: Name;
  issuer: Name;
  of: KeyObject;
  by: KeyObject;
  period: { from: number; until: number };
  extensions: Extension[];
}): X509Certificate {
  const algorithm = new AlgorithmIdentifier({ algorithm: ECDSA_WITH_SHA256 });
  const tbs = new TBSCertificate({
    version: Version.v3,
    serialNumber: serialNumber(),
    signature: algorithm,
    issuer: made.issuer,
    validity: new Validity({ notBefore: new Date(made.period.from), notAfter: new Date(made.period.until) }),
    subject: made.subject,
    subjectPublicKeyInfo: publicKeyOf(made.of),
    extensions: new Extensions([
      ...made.extensions,
      extension(id_ce_subjectKeyIdentifier, new SubjectKeyIdentifier(idOf(made.of))),
      extension(id_ce_authorityKeyIdentifier, new AuthorityKeyIdentifier({ keyIdentifier: new KeyIdentifier(idOf(made.by)) })),
    ]),
  });
  const signature = sign('sha256', Buffer.from(AsnConvert.serialize(tbs)), made.by);
  const whole = new Certificate({ tbsCertificate: tbs, signatureAlgorithm: algorithm, signatureValue: bytesOf(signature) });
  return new X509Certificate(Buffer.from(AsnConvert.serialize(whole)));
}

function extension(extnID: string, value: object, critical = false): Extension {
  return new Extension({ extnID, critical, extnValue: new OctetString(AsnConvert.serialize(value)) });
}

function nameOf(commonName: string): Name {
  const value = new AttributeValue({ utf8String: commonName });
  return new Name([new RelativeDistinguishedName([new AttributeTypeAndValue({ type: COMMON_NAME, value })])]);
}

function publicKeyOf(key: KeyObject): SubjectPublicKeyInfo {
  return AsnConvert.parse(createPublicKey(key).export({ type: 'spki', format: 'der' }), SubjectPublicKeyInfo);
}

/** RFC 7093, method 1. */
function idOf(key: KeyObject): ArrayBuffer {
  const { subjectPublicKey } = publicKeyOf(key);
  return bytesOf(createHash('sha256').update(Buffer.from(subjectPublicKey)).digest().subarray(0, 20));
}

/** Positive, and without leading zeros. */
function serialNumber(): ArrayBuffer {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytesOf(bytes);
}

function bytesOf(buffer: Buffer): ArrayBuffer {
  return new Uint8Array(buffer).buffer;
}
