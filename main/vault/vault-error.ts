/** Errors of the vault: a code for programs, text for staff. Neither contains a secret. */
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
  readonly text: Text;
  readonly hint: Text;

  constructor(code: VaultErrorCode, text: Text, hint: Text, cause?: unknown) {
    super(english(text), cause === undefined ? undefined : { cause });
    this.name = 'VaultError';
    this.code = code;
    this.text = text;
    this.hint = hint;
  }
}
