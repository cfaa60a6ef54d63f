import type { Text } from '../message.ts';

/** Versions of the app after this one may add kinds. */
export type IntakeKind = 'receiver' | 'poller' | 'relay' | (string & {});

/**
 * `off`: not in use. `waiting`: no contact yet, and nothing wrong. `connected`: contact at `lastHeardAt`. `impaired`: connected with a
 * problem. `lost`: delivers nothing; `text` and `hint` explain.
 */
export type IntakeState = 'off' | 'waiting' | 'connected' | 'impaired' | 'lost';

export interface IntakeSource {
  kind: IntakeKind;
  state: IntakeState;
  /** Last contact (ISO UTC); null if never. */
  lastHeardAt: string | null;
  /** Age in ms after which a contact no longer shows that the source works; null if it has contact only when there's news. */
  verifiedForMs: number | null;
  /** Whether the source is reachable. If it's reachable and `lost`, the problem is its own. Absent if `state` says enough. */
  answers?: boolean | undefined;
  /** When the relay last received a notification for this computer (ISO UTC); absent if `lastHeardAt` says it. */
  lastNewsAt?: string | null | undefined;
  text: Text;
  hint: Text | null;
  /** Short form of the state; null if the age of the last contact is shown. */
  short: Text | null;
  address: string | null;
}

export function sourceOf<Source extends { kind: IntakeKind }>(
  app: { intake: readonly Source[] } | null | undefined,
  kind: IntakeKind,
): Source | null {
  return app?.intake.find((source) => source.kind === kind) ?? null;
}

export interface WebhookSecretView {
  /** Null until the vault has been read. */
  isSaved: boolean | null;
  /** First notification signed with it (ISO UTC); null for none. */
  verifiedAt: string | null;
  /** A new secret that the service doesn't use yet: the previous secret is still accepted. */
  isChange: boolean;
  /** Notifications are signed with another secret. */
  isRefused: boolean;
}
