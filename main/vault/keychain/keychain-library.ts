/** The used part of both keychain libraries: texts by account, under one service name. */
export interface KeychainLibrary {
  get(account: string): Promise<string | null>;
  set(account: string, value: string): Promise<void>;
  delete(account: string): Promise<void>;
  /** Only keytar has it. Call it right after another call succeeded: on a broken connection it ends the process. */
  accounts?(): Promise<string[]>;
}
