/** Why a new version was not had, in words. */
import { type Message, message } from '../../../../contract/message.ts';

export interface UpdateTrouble {
  says: Message;
  remedy: Message;
}

const REFUSED = message('nothing-was-changed-tell-whoever-keeps');
const FEED = message('nothing-was-changed-whoever-keeps-feed');
const HERE = message('nothing-was-changed-log-says-more');

/** By the code of the updater, of ours, or of the system. */
const BY_CODE: readonly [RegExp, Message, Message][] = [
  [/^ERR_LIST_SIGNATURE$/, message('update-was-refused-list-is-not-signed'), REFUSED],
  [/^ERR_UPDATER_INVALID_SIGNATURE$/, message('update-was-refused-it-is-not'), REFUSED],
  [/^ERR_CHECKSUM_MISMATCH$/, message('update-was-refused-its-file-is'), REFUSED],
  [/^ERR_UPDATER_WEB_INSTALLER_DISABLED$/, message('update-was-refused-it-fetches-more'), REFUSED],
  [/^ERR_UPDATER_(CHANNEL_FILE|LATEST_VERSION)_NOT_FOUND$/, message('feed-has-no-list-for-this-system'), FEED],
  [/^ERR_UPDATER_INVALID_(UPDATE_INFO|VERSION)$/, message('list-of-feed-cannot-be-read'), FEED],
  [/^ERR_UPDATER_(NO_FILES_PROVIDED|NO_CHECKSUM|ASSET_NOT_FOUND)$/, message('list-of-feed-names-no-file'), FEED],
  [/^ERR_UPDATER_ZIP_FILE_NOT_FOUND$/, message('list-of-feed-names-no-zip'), FEED],
  [/^HTTP_ERROR_/, message('feed-does-not-give-file-out'), FEED],
  [/^(ENOSPC|EDQUOT)$/, message('update-does-not-fit-on-disk'), message('free-some-space-it-is-tried-again')],
  [/^(EACCES|EPERM|EROFS|EBUSY)$/, message('update-cannot-be-written-here'), HERE],
  [/^ERR_UPDATER_OLD_FILE_NOT_FOUND$/, message('file-of-tillbridge-is-gone'), message('put-appimage-back-where-it-was')],
];

/** The line failed, here or at the feed: it is tried again, and no news. */
const NO_NEWS =
  /^(net::ERR_|ERR_(INTERNET|NETWORK|NAME|CONNECTION|TIMED_OUT|PROXY)|ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|EHOST|ENET|EPIPE|UND_ERR|ERR_UPDATER_TIMEOUT)/;
/** The feed's own trouble, or too much asked of it. */
const PASSES = /^HTTP_ERROR_(408|429|5\d\d)$/;

/** Null where there is nothing to do but wait. */
export function updateTroubleOf(error: unknown): UpdateTrouble | null {
  const code = codeOf(error);
  if (NO_NEWS.test(code) || PASSES.test(code)) return null;
  const [, says, remedy] = BY_CODE.find(([codes]) => codes.test(code)) ?? [null, message('update-could-not-be-had'), HERE];
  return { says, remedy };
}

/** Chromium's own errors are in the message alone. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
