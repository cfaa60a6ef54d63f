/** What a vault says when it cannot do its work: a code for programs, words for staff. Never a secret in either. */
import { english } from '../../contract/english.ts';
import type { Text } from '../../contract/message.ts';

export type VaultErrorCode =
  | 'keychain-unreachable'
  | 'keychain-locked'
  | 'keychain-emptied'
  | 'in-keychain'
  | 'entry-damaged'
  | 'vault-damaged'
  | 'key-missing'
  | 'vault-lost'
  | 'sealed-by-desktop'
  | 'place-damaged'
  | 'vault-unreadable'
  | 'vault-unwritable';

export class VaultError extends Error {
  readonly code: VaultErrorCode;
  /** The sentence staff see. */
  readonly text: Text;
  /** What to do now. */
  readonly hint: Text;

  constructor(code: VaultErrorCode, text: Text, hint: Text, cause?: unknown) {
    super(english(text), cause === undefined ? undefined : { cause });
    this.name = 'VaultError';
    this.code = code;
    this.text = text;
    this.hint = hint;
  }
}
