/** Sources of orders, their states and last contacts. */
import type { Text } from '../message.ts';

/** Newer versions may add others. */
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
  /** Age in ms after which a contact no longer counts; null if there's contact only on news. */
  verifiedForMs: number | null;
  /** Reachable although it may be `lost`: then it has a problem itself. Absent if `state` says enough. */
  answers?: boolean | undefined;
  /** When the relay last received a notification for this computer (ISO UTC); absent if `lastHeardAt` says it. */
  lastNewsAt?: string | null | undefined;
  text: Text;
  hint: Text | null;
  /** If it isn't the age of the last contact. */
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
  /** Not used yet by the service, so the previous secret is accepted, too. */
  isChange: boolean;
  /** The service signs with another secret. */
  isRefused: boolean;
}
