/** Where addresses named by the service, such as a storage, may lead. */
import { isLoopback, readAddress } from '../../contract/address.ts';

/** Requires HTTPS; loopback is allowed only if the service itself is on loopback. */
export function mayGoTo(text: string, orderBaseUrl: string | null): boolean {
  const url = readAddress(text);
  const service = readAddress(orderBaseUrl ?? '');
  if (!url || !service) return false;
  return isLoopback(url.hostname) ? isLoopback(service.hostname) : url.protocol === 'https:';
}
