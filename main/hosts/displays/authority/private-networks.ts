/** The networks that a venue's authority may speak for, and this computer's addresses in them. */
import { BlockList } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Private, link-local and loopback addresses: no public site has one. */
export const PRIVATE_NETWORKS = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '127.0.0.0/8'] as const;

const LOOPBACK = '127.0.0.1';
const LINK_LOCAL = '169.254.';

const known = new BlockList();
for (const network of PRIVATE_NETWORKS) {
  const [address = '', bits] = network.split('/');
  known.addSubnet(address, Number(bits));
}

export function isPrivateAddress(address: string): boolean {
  return known.check(address);
}

export function ownAddresses(): string[] {
  const own = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  return own.filter(({ family }) => family === 'IPv4').map(({ address }) => address);
}

/** The address that tablets use: one that a network gave, if there is one; this computer's own without a network. */
export function addressForTablets(addresses: readonly string[]): string {
  const others = addresses.filter((one) => one !== LOOPBACK);
  return others.find((one) => !one.startsWith(LINK_LOCAL)) ?? others[0] ?? LOOPBACK;
}
