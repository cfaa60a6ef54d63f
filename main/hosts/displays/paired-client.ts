/** A paired screen's connection: its feed, and the calls it may make. */
import type { NewScreen } from '../../../contract/contract.ts';
import { message } from '../../../contract/message.ts';
import type { App, Watching } from '../../app/app.ts';
import { costOfCall } from '../browser/call-costs.ts';
import type { Client } from '../browser/client-link.ts';
import { displayMay } from './display-calls.ts';
import type { ScreenFeeds } from './screen-feeds.ts';

/** A heavier call, such as a report, would never fit a paired screen's limit. */
const HEAVIEST = 20;

/** Calls are checked against the orders that the screen shows at that moment. */
export function clientOf(app: App, feeds: ScreenFeeds, screen: NewScreen): Client {
  const { name: called } = screen;
  const feed = feeds.of(screen);
  const card = (id: string) => (feed.view === 'station' ? feed.get('orders', id) : null);
  const ticket = (id: string) => (feed.view === 'kitchen' ? feed.get('orders', id) : null);
  /** Where staff sign in at this connection of a station. */
  let signing: Watching | undefined;

  function watch(send: Parameters<Client['watch']>[0]): Watching {
    if (screen.view !== 'station') return feed.watch(send);
    const { rights, venues, zones, rings } = screen;
    send({ push: 'station', name: called, rights, ofAllVenues: venues === null, zones, rings });
    const watching = feed.watch(send);
    signing = app.signInAt(send);
    return {
      snapshot: watching.snapshot,
      leave() {
        watching.leave();
        signing?.leave();
      },
    };
  }

  return {
    watch,
    costOf: (name) => (screen.view === 'station' ? Math.min(costOfCall(name), HEAVIEST) : name === 'kitchen.recent' ? 5 : 1),
    async call(name, input) {
      const { view } = screen;
      if (view === 'station') return app.call(name, input, signing, { kind: 'station', name: called, station: screen, shows: card });
      if (displayMay(view, name, input, ticket)) return app.call(name, input, undefined, { kind: 'display', name: called });
      return { ok: false, problem: { code: 'display-only', text: message('screen.viewOnly') } };
    },
  };
}
