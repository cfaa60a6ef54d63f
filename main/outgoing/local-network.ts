/**
 * macOS keeps an app from the devices of its own network until someone allows it (Privacy & Security, Local Network). To the app it looks as
 * if there were no way to the address.
 */
import { BlockList, isIP } from 'node:net';
import { type Message, message } from '../../contract/message.ts';

/** What is wrong, and what to do about it. */
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

/** Whether a connection that failed with this code may have been stopped by macOS. `host`: a name or an address, in brackets or not. */
export function mayBeKeptFrom(host: string, code: string): boolean {
  return process.platform === 'darwin' && code === 'EHOSTUNREACH' && isLocal(host.replace(/^\[|\]$/g, ''));
}

/** `address`: as staff know it. */
export function wordsOfLocalNetwork(address: string): Words {
  return { text: message('network.blockedByMac', { address }), hint: message('network.allowOnMac') };
}

/** Whether a host is of the own network: a private address, a name without a dot, or one that devices give themselves. */
export function isLocal(host: string): boolean {
  const family = isIP(host);
  if (family === 0) return !host.includes('.') || host.endsWith('.local');
  return LOCAL.check(host, family === 4 ? 'ipv4' : 'ipv6');
}
