/** What a request asks for, read so that nothing a stranger writes can throw. */

export interface RequestAddress {
  path: string;
  /** Read when it is asked for: thousands of names in it cost milliseconds, and hardly anyone wants one. */
  readonly query: URLSearchParams;
}

/**
 * The path and query of a request's first line: `/path?query`, or the whole address as a proxy may write it. Null for what is neither.
 * Dots and bad percent codes are left as they came: a path is only ever compared, never opened.
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
