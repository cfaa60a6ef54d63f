import { type Message, message } from '../../../../contract/message.ts';

export interface UpdateTrouble {
  text: Message;
  hint: Message;
}

const REFUSED = message('update.nothingChangedTell');
const FEED = message('update.nothingChangedAskFeed');
const HERE = message('update.nothingChangedSeeLog');

/** By error code: the updater's, ours, or the system's. */
const BY_CODE: readonly [RegExp, Message, Message][] = [
  [/^ERR_LIST_SIGNATURE$/, message('update.listNotSigned'), REFUSED],
  [/^ERR_UPDATER_INVALID_SIGNATURE$/, message('update.notSigned'), REFUSED],
  [/^ERR_CHECKSUM_MISMATCH$/, message('update.fileMismatch'), REFUSED],
  [/^ERR_UPDATER_WEB_INSTALLER_DISABLED$/, message('update.unsignedParts'), REFUSED],
  [/^ERR_UPDATER_(CHANNEL_FILE|LATEST_VERSION)_NOT_FOUND$/, message('update.noVersionsForSystem'), FEED],
  [/^ERR_UPDATER_INVALID_(UPDATE_INFO|VERSION)$/, message('update.listUnreadable'), FEED],
  [/^ERR_UPDATER_(NO_FILES_PROVIDED|NO_CHECKSUM|ASSET_NOT_FOUND)$/, message('update.noVerifiableFile'), FEED],
  [/^ERR_UPDATER_ZIP_FILE_NOT_FOUND$/, message('update.noZip'), FEED],
  [/^HTTP_ERROR_/, message('update.feedFileMissing'), FEED],
  [/^(ENOSPC|EDQUOT)$/, message('update.diskFull'), message('update.freeDiskSpace')],
  [/^(EACCES|EPERM|EROFS|EBUSY)$/, message('update.notWritable'), HERE],
  [/^ERR_UPDATER_OLD_FILE_NOT_FOUND$/, message('update.appImageGone'), message('update.startFromNewPlace')],
];

/** Connection errors: retried, not reported. */
const NO_NEWS =
  /^(net::ERR_|ERR_(INTERNET|NETWORK|NAME|CONNECTION|TIMED_OUT|PROXY)|ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|EHOST|ENET|EPIPE|UND_ERR|ERR_UPDATER_TIMEOUT)/;
/** Temporary problems of the feed. */
const PASSES = /^HTTP_ERROR_(408|429|5\d\d)$/;

/** Null if the trouble passes without action. */
export function updateTroubleOf(error: unknown): UpdateTrouble | null {
  const code = codeOf(error);
  if (NO_NEWS.test(code) || PASSES.test(code)) return null;
  const [, text, hint] = BY_CODE.find(([codes]) => codes.test(code)) ?? [null, message('update.failed'), HERE];
  return { text, hint };
}

/** Chromium's errors have their code only in the message. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
