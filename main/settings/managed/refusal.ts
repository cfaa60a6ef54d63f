import { english } from '../../../contract/english.ts';
import { joinSentences, type Message, message, type Text } from '../../../contract/message.ts';
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
  /** Null if unreadable or unverified. */
  version: number | null;
  /** The wrong setting, named as in docs/settings.md. */
  place: string | null;
  mistake: Message | null;
}

/** Staff tried to change a managed setting; nothing changed. */
export class SettingIsManaged extends Error {
  readonly code = 'setting-is-managed';
  readonly text;
  readonly hint = message('managed.askForChange');
  constructor(by: string, place: string) {
    const text = message('managed.managedBy', { by, place });
    super(english(text));
    this.text = text;
  }
}

/** Text for staff; the relay informs its operator. */
export function wordsOfRefusal({ code, place, mistake }: Refusal): Text {
  return joinSentences(message('managed.rejected'), whyOf(code, place ?? '', mistake));
}

function whyOf(code: RefusalCode, place: string, mistake: Message | null): Text {
  switch (code) {
    case 'no-key':
      return message('managed.keyMissing');
    case 'another-key':
      return message('managed.otherKey');
    case 'damaged':
      return message('managed.signatureMismatch');
    case 'another-group':
    case 'older-version':
      return message('managed.otherOrOlder');
    case 'unreadable':
      return message('managed.needsNewerVersion');
    case 'unknown-key':
      return joinSentences(message('managed.settingUnknown', { place }), message('managed.needsNewerVersion'));
    case 'not-manageable':
      return message('managed.settingNotAllowed', { place });
    case 'bad-value':
      return mistake === null ? message('managed.settingNotAllowed', { place }) : message('managed.settingWrong', { place, mistake });
    case 'later-settings':
      return LATER_SETTINGS.text;
    case 'not-written':
      return message('managed.notSaved');
  }
}
