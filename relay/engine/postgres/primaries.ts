/** Which of a database's servers is the primary. After a failover an earlier one may still take writes. */

/** A server that takes writes: its database cluster, and how many promotions led to it. */
export interface PrimaryServer {
  cluster: string;
  timeline: number;
}

export interface Primaries {
  /** Addresses, most likely first. */
  inOrder(): readonly string[];
  /** After a connection failed: the next one tries other addresses first. */
  failed(url: string): void;
  found(server: PrimaryServer): void;
  isReplaced(server: PrimaryServer): boolean;
}

export function createPrimaries(urls: readonly string[]): Primaries {
  let order = [...urls];
  /** The highest timeline seen, by cluster. */
  const newest = new Map<string, number>();
  const newestOf = ({ cluster }: PrimaryServer): number => newest.get(cluster) ?? 0;
  return {
    inOrder: () => order,
    failed(url) {
      if (order[0] === url) order = [...order.slice(1), url];
    },
    found(server) {
      newest.set(server.cluster, Math.max(newestOf(server), server.timeline));
    },
    isReplaced: (server) => server.timeline < newestOf(server),
  };
}
