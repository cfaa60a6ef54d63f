/** Why a document was refused, and a change of what it set, in words for whoever stands at the counter; the relay's operator reads the code. */
import { english } from '../../../contract/english.ts';
import { inARow, type Message, message, type Text } from '../../../contract/message.ts';
import { LATER_SETTINGS } from '../versions.ts';

/** relay/operator/refused-settings.ts has a sentence for each. */
export type RefusalCode =
  | 'no-key'
  | 'another-key'
  | 'damaged'
  | 'unreadable'
  | 'another-group'
  | 'older-version'
  | 'unknown-key'
  | 'not-manageable'
  | 'bad-value'
  | 'later-settings'
  | 'not-written';

export interface Refusal {
  code: RefusalCode;
  /** Null where it could not even be read, or was not believed. */
  version: number | null;
  /** The setting that is wrong, as docs/settings.md names it. */
  place: string | null;
  /** What is wrong with its value. */
  mistake: Message | null;
}

/** Staff tried to change what somebody else manages; nothing was changed. */
export class SettingIsManaged extends Error {
  readonly code = 'setting-is-managed';
  readonly says;
  readonly remedy = message('ask-them-to-change-it');
  constructor(by: string, place: string) {
    const says = message('setting-is-managed-by', { by, place });
    super(english(says));
    this.says = says;
  }
}

/** What it is, and what can be done; whoever manages the counter is told by the relay. */
export function wordsOfRefusal({ code, place, mistake }: Refusal): Text {
  return inARow(message('managed-settings-were-refused'), whyOf(code, place ?? '', mistake));
}

function whyOf(code: RefusalCode, place: string, mistake: Message | null): Text {
  switch (code) {
    case 'no-key':
      return message('managed-came-without-key');
    case 'another-key':
      return message('managed-signed-with-another-key');
    case 'damaged':
      return message('managed-signature-does-not-fit');
    case 'another-group':
    case 'older-version':
      return message('managed-for-others-or-older');
    case 'unreadable':
      return message('managed-needs-newer-tillbridge');
    case 'unknown-key':
      return inARow(message('managed-setting-is-not-known', { place }), message('managed-needs-newer-tillbridge'));
    case 'not-manageable':
      return message('managed-setting-is-not-theirs', { place });
    case 'bad-value':
      return mistake === null
        ? message('managed-setting-is-not-theirs', { place })
        : message('managed-setting-is-wrong', { place, mistake });
    case 'later-settings':
      return LATER_SETTINGS.says;
    case 'not-written':
      return message('managed-could-not-be-written');
  }
}
