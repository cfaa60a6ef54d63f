/** An update feed whose version lists reach the updater only after their signature is verified. */
import type { AppUpdater } from 'electron-updater';
import type { GenericProvider } from 'electron-updater/out/providers/GenericProvider.js';
import { checkedList } from './list-signature.ts';

type HowToAsk = ConstructorParameters<typeof GenericProvider>[2];
/** As the updater makes it: from the options of its feed, itself, and how it asks. */
type FeedClass = new (options: object, updater: AppUpdater, how: HowToAsk) => GenericProvider;

/** A class for the updater's `custom` feed: its generic one at `url`, with each list checked. */
export async function signedFeed(url: string, keys: readonly string[]): Promise<FeedClass> {
  const { GenericProvider } = (await import('electron-updater/out/providers/GenericProvider.js')).default;
  return class SignedFeed extends GenericProvider {
    constructor(_options: object, updater: AppUpdater, how: HowToAsk) {
      super({ provider: 'generic', url }, updater, how);
    }
    /** What else is asked for, the files themselves, goes another way. */
    protected override async httpRequest(url: URL): Promise<string> {
      const name = url.pathname.slice(url.pathname.lastIndexOf('/') + 1);
      return checkedList(name, (await super.httpRequest(url)) ?? '', keys);
    }
  };
}
