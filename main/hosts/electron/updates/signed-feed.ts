/** An update feed whose version lists are verified before the updater gets them. */
import type { AppUpdater } from 'electron-updater';
import type { GenericProvider } from 'electron-updater/out/providers/GenericProvider.js';
import { checkedList } from './list-signature.ts';

type HowToAsk = ConstructorParameters<typeof GenericProvider>[2];
type FeedClass = new (options: object, updater: AppUpdater, how: HowToAsk) => GenericProvider;

/** For the updater's `custom` feed: the generic provider, with verified lists. */
export async function signedFeed(url: string, keys: readonly string[]): Promise<FeedClass> {
  const { GenericProvider } = (await import('electron-updater/out/providers/GenericProvider.js')).default;
  return class SignedFeed extends GenericProvider {
    constructor(_options: object, updater: AppUpdater, how: HowToAsk) {
      super({ provider: 'generic', url }, updater, how);
    }
    /** Called only for lists; files are downloaded differently. */
    protected override async httpRequest(url: URL): Promise<string> {
      const name = url.pathname.slice(url.pathname.lastIndexOf('/') + 1);
      return checkedList(name, (await super.httpRequest(url)) ?? '', keys);
    }
  };
}
