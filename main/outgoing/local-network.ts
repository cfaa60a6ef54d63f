/** macOS blocks apps from local devices until allowed (Privacy & Security, Local Network); the app sees an unreachable host. */
import { BlockList, isIP } from 'node:net';
import { type Message, message } from '../../contract/message.ts';

export interface Words {
  text: Message;
  hint: Message;
}

const LOCAL = new BlockList();
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  LOCAL.addSubnet(network, prefix, 'ipv4');
LOCAL.addSubnet('fc00::', 7, 'ipv6');
LOCAL.addSubnet('fe80::', 10, 'ipv6');

/** Whether macOS may have blocked a connection that failed with this code. `host`: name or address, in brackets or not. */
export function mayBeBlockedByMacos(host: string, code: string): boolean {
  return process.platform === 'darwin' && code === 'EHOSTUNREACH' && isLocal(host.replace(/^\[|\]$/g, ''));
}

/** `address`: as staff know it. */
export function wordsOfLocalNetwork(address: string): Words {
  return { text: message('network.blockedByMac', { address }), hint: message('network.allowOnMac') };
}

/** A private address, a name without a dot, or an mDNS name. */
export function isLocal(host: string): boolean {
  const family = isIP(host);
  if (family === 0) return !host.includes('.') || host.endsWith('.local');
  return LOCAL.check(host, family === 4 ? 'ipv4' : 'ipv6');
}
