/** Parses a request's target without ever throwing. */

export interface RequestAddress {
  path: string;
  /** Parsed only when read: a query of thousands of names takes ms. */
  readonly query: URLSearchParams;
}

/**
 * Path and query of `/path?query` or a full URL, as proxies send it; null for anything else. Dot segments stay: a path is only compared,
 * never opened.
 */
export function addressOf(target: string | undefined): RequestAddress | null {
  const asked = target ?? '';
  if (asked.startsWith('/')) return split(asked);
  const whole = URL.parse(asked);
  return whole !== null && (whole.protocol === 'http:' || whole.protocol === 'https:') ? split(whole.pathname + whole.search) : null;
}

function split(asked: string): RequestAddress {
  const mark = asked.indexOf('?');
  return {
    path: mark === -1 ? asked : asked.slice(0, mark),
    get query() {
      return new URLSearchParams(mark === -1 ? '' : asked.slice(mark + 1));
    },
  };
}
