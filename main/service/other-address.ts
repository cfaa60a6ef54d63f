/** Addresses that the service itself names, such as a storage: where they may lead. */
import { isLoopback, readAddress } from '../../contract/address.ts';

/** Over https; a service on this computer may name another place on it, and no other service may. */
export function mayGoTo(text: string, orderBaseUrl: string | null): boolean {
  const url = readAddress(text);
  const service = readAddress(orderBaseUrl ?? '');
  if (!url || !service) return false;
  return isLoopback(url.hostname) ? isLoopback(service.hostname) : url.protocol === 'https:';
}
