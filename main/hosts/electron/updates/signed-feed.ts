/** An update feed whose version lists are verified before the updater gets them. */
import type { AppUpdater, UpdateInfo } from 'electron-updater';
import type { GenericProvider } from 'electron-updater/out/providers/GenericProvider.js';
import type { DesktopSettings } from '../../../../contract/contract.ts';
import { checkedList } from './list-signature.ts';

type HowToAsk = ConstructorParameters<typeof GenericProvider>[2];
type FeedClass = new (options: object, updater: AppUpdater, how: HowToAsk) => GenericProvider;

/** Some storage answers 403 for a missing file. */
const NO_LIST = /^(ERR_UPDATER_CHANNEL_FILE_NOT_FOUND|HTTP_ERROR_40[34])$/;

/**
 * For the updater's `custom` feed: the generic provider, with verified lists. A feed without early versions has the stable ones. The
 * updater's own `channel` isn't used, as it allows downgrades.
 */
export async function signedFeed(url: string, ring: DesktopSettings['update_ring'], keys: readonly string[]): Promise<FeedClass> {
  const { GenericProvider } = (await import('electron-updater/out/providers/GenericProvider.js')).default;
  class SignedFeed extends GenericProvider {
    constructor(updater: AppUpdater, how: HowToAsk, channel: string) {
      super({ provider: 'generic', url, channel }, updater, how);
    }
    /** Called only for lists; files are downloaded differently. */
    protected override async httpRequest(url: URL): Promise<string> {
      const name = url.pathname.slice(url.pathname.lastIndexOf('/') + 1);
      return checkedList(name, (await super.httpRequest(url)) ?? '', keys);
    }
  }
  return class RingFeed extends SignedFeed {
    readonly #stable: SignedFeed;
    constructor(_options: object, updater: AppUpdater, how: HowToAsk) {
      super(updater, how, ring === 'early' ? 'early' : 'latest');
      this.#stable = new SignedFeed(updater, how, 'latest');
    }
    override async getLatestVersion(): Promise<UpdateInfo> {
      return super.getLatestVersion().catch((error: Error & { code?: string }) => {
        if (ring === 'stable' || !NO_LIST.test(error.code ?? '')) throw error;
        return this.#stable.getLatestVersion();
      });
    }
  };
}
