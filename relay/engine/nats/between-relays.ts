/** What relays keep together and tell each other, over the connection of the moment; who listens stays over all connections. */
import type { NatsConnection } from '@nats-io/transport-node';
import type { SharedState } from '../../store/shared-state.ts';
import { type Buckets, sharedTable } from './shared.ts';

export interface BetweenRelays {
  shared: SharedState;
  /** Something is under this key now. */
  changed(key: string, value: string): void;
  /** There is nothing under any key: what this relay has of it is given anew. */
  giveAnew(): Promise<void>;
  /** Hears what the others tell, on a new connection. */
  listen(nats: NatsConnection): void;
}

/** `told`: under which subject. `nats`, `buckets`: null while there is no connection. */
export function createBetweenRelays(told: string, nats: () => NatsConnection | null, buckets: () => Buckets | null): BetweenRelays {
  const onChange: ((key: string, value: string) => void)[] = [];
  const onAnew: (() => Promise<void>)[] = [];
  let onTold: (text: string) => void = () => undefined;
  return {
    shared: {
      tell: (text) => nats()?.publish(told, text),
      onTold: (hear) => (onTold = hear),
      lasting: sharedTable(() => buckets()?.lasting ?? null),
      passing: sharedTable(() => buckets()?.passing ?? null),
      onChange: (tell) => void onChange.push(tell),
      onAnew: (give) => void onAnew.push(give),
    },
    changed(key, value) {
      for (const tell of onChange) tell(key, value);
    },
    async giveAnew() {
      for (const give of onAnew) await give();
    },
    listen(connection) {
      connection.subscribe(told, {
        callback(error, message) {
          if (!error) onTold(message.string());
        },
      });
    },
  };
}
