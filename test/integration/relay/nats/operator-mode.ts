/**
 * A NATS server that knows nobody by itself: an operator vouches for accounts, an account for its users, each with a signed JWT, as `nsc` sets
 * it up. A user shows a `.creds` file: the account's JWT of it, and the seed that signs what the server asks.
 */
import { createHash } from 'node:crypto';
import { nkeys } from '@nats-io/transport-node';

type KeyPair = ReturnType<typeof nkeys.createUser>;

interface Claims {
  name: string;
  /** Epoch seconds; never, where it is left out. */
  exp?: number;
  nats: Record<string, unknown>;
}

export interface OperatorMode {
  /** Of a server's configuration, as lines: JetStream for one account. */
  configuration: string;
  /** The text of a `.creds` file. `seedOf`: with the seed of somebody else; `account`: vouched for by one that the operator does not know. */
  creds(options?: { rights?: readonly string[]; exp?: number; seedOf?: KeyPair; account?: KeyPair }): string;
}

export function createOperatorMode(): OperatorMode {
  const [operator, system, relays] = [nkeys.createOperator(), nkeys.createAccount(), nkeys.createAccount()];
  const ofAccount = (pair: KeyPair, name: string, room: Record<string, number>): string =>
    jwt(operator, pair, { name, nats: { type: 'account', version: 2, limits: { ...WITHOUT_LIMITS, ...room }, default_permissions: {} } });
  const accounts = {
    [system.getPublicKey()]: ofAccount(system, 'SYS', {}),
    [relays.getPublicKey()]: ofAccount(relays, 'RELAYS', { mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 }),
  };
  return {
    configuration: [
      `operator: ${jwt(operator, operator, { name: 'test', nats: { type: 'operator', version: 2 } })}`,
      `system_account: ${system.getPublicKey()}`,
      'resolver: MEMORY',
      `resolver_preload: {\n${Object.entries(accounts)
        .map(([key, text]) => `  ${key}: ${text}`)
        .join('\n')}\n}`,
    ].join('\n'),
    creds({ rights, exp, seedOf, account = relays } = {}) {
      const user = nkeys.createUser();
      const allowed = rights ? { pub: { allow: rights }, sub: { allow: rights } } : { pub: {}, sub: {} };
      const text = jwt(account, user, {
        name: 'relay',
        ...(exp === undefined ? {} : { exp }),
        nats: { type: 'user', version: 2, subs: -1, data: -1, payload: -1, ...allowed },
      });
      const seed = Buffer.from((seedOf ?? user).getSeed()).toString();
      return `-----BEGIN NATS USER JWT-----\n${text}\n------END NATS USER JWT------\n\n-----BEGIN USER NKEY SEED-----\n${seed}\n------END USER NKEY SEED------\n`;
    },
  };
}

const WITHOUT_LIMITS = { subs: -1, data: -1, payload: -1, imports: -1, exports: -1, wildcards: true, conn: -1, leaf: -1 };

function jwt(issuer: KeyPair, subject: KeyPair, claims: Claims): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const body = { iat: Math.floor(Date.now() / 1_000), iss: issuer.getPublicKey(), sub: subject.getPublicKey(), ...claims };
  const jti = createHash('sha256').update(JSON.stringify(body)).digest('hex');
  const signed = `${part({ typ: 'JWT', alg: 'ed25519-nkey' })}.${part({ jti, ...body })}`;
  return `${signed}.${Buffer.from(issuer.sign(Buffer.from(signed))).toString('base64url')}`;
}
