/** Reads HTTPS_PROXY, HTTP_PROXY and NO_PROXY as other programs do. */
import { BlockList, isIP } from 'node:net';
import { isLoopback, readHost } from '../../contract/address.ts';

/** The proxy for an address; null if it's reached directly, as this computer itself always is. Never throws. */
export function proxyFor(address: string, env: NodeJS.ProcessEnv = process.env): URL | null {
  const url = URL.parse(address);
  if (!url || isLoopback(url.hostname) || isExcepted(url, envOf('no_proxy', env))) return null;
  const plain = envOf('http_proxy', env);
  return readProxy(url.protocol === 'https:' ? envOf('https_proxy', env) || plain : plain);
}

function envOf(name: string, env: NodeJS.ProcessEnv): string {
  return (env[name] ?? env[name.toUpperCase()] ?? '').trim();
}

/** `proxy.example.test:3128` means http. Null if it is no HTTP proxy. */
function readProxy(text: string): URL | null {
  const url = text === '' ? null : URL.parse(text.includes('://') ? text : `http://${text}`);
  return url && /^https?:$/.test(url.protocol) && url.hostname !== '' ? url : null;
}

/** Supports `*`, names with subdomains, addresses and networks (`192.168.0.0/16`), with optional ports. */
function isExcepted({ hostname, port, protocol }: URL, list: string): boolean {
  const host = readHost(hostname).toLowerCase();
  const ownPort = port || (protocol === 'https:' ? '443' : '80');
  return list
    .toLowerCase()
    .split(/[,\s]+/)
    .filter(Boolean)
    .some((entry) => {
      if (entry === '*') return true;
      if (entry.includes('/')) return isInNetwork(host, entry);
      const [, name = '', onlyPort] = isIP(entry) ? ['', entry] : (/^(.*?)(?::(\d+))?$/.exec(entry) ?? []);
      const wanted = readHost(name).replace(/^\*?\./, '');
      return (onlyPort === undefined || onlyPort === ownPort) && (host === wanted || (wanted !== '' && host.endsWith(`.${wanted}`)));
    });
}

function isInNetwork(host: string, entry: string): boolean {
  const [network = '', bits = ''] = entry.split('/');
  const family = isIP(network) === 6 ? 'ipv6' : 'ipv4';
  if (!isIP(network) || !isIP(host) || !/^\d{1,3}$/.test(bits) || Number(bits) > (family === 'ipv6' ? 128 : 32)) return false;
  const inside = new BlockList();
  inside.addSubnet(network, Number(bits), family);
  return inside.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4');
}
