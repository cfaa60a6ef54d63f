/** What brings orders to this computer: each source with its state, and when it was last heard. */
import type { Text } from '../message.ts';

/** `receiver`: webhooks of the service. `poller`: reading orders at the service. `relay`: webhooks through a relay. A newer Tillbridge may have others. */
export type IntakeKind = 'receiver' | 'poller' | 'relay' | (string & {});

/**
 * `off`: there is nothing to ask it for. `waiting`: nothing was heard, and nothing is wrong. `connected`: it was heard, at `lastHeardAt`.
 * `impaired`: the same, with something wrong beside it. `lost`: it brings nothing; `text` and `hint` tell why, and what helps.
 */
export type IntakeState = 'off' | 'waiting' | 'connected' | 'impaired' | 'lost';

export interface IntakeSource {
  kind: IntakeKind;
  state: IntakeState;
  /** When it last proved to be there (ISO UTC); null where it never did. */
  lastHeardAt: string | null;
  /** A proof that is older proves nothing, ms; null where nothing is heard unless there is something new. */
  provesForMs: number | null;
  /** It is there, although it may be lost: then it is in trouble itself. Absent where only `state` tells. */
  answers?: boolean | undefined;
  /** When a relay last had a notification of the service for this computer (ISO UTC); absent where `lastHeardAt` says it. */
  lastNewsAt?: string | null | undefined;
  text: Text;
  hint: Text | null;
  /** The state in a few words, where they are not the age of the last proof. */
  short: Text | null;
  /** Where it listens, or what it connects to. */
  address: string | null;
}

/** Null where this app has none of this kind. */
export function sourceOf<Source extends { kind: IntakeKind }>(
  app: { intake: readonly Source[] } | null | undefined,
  kind: IntakeKind,
): Source | null {
  return app?.intake.find((source) => source.kind === kind) ?? null;
}

/** The secret that proves webhooks, by whichever source they come. */
export interface WebhookSecretView {
  /** Without one no notification can be trusted. Null until the vault has been read. */
  isSaved: boolean | null;
  /** When a notification came that is signed with it (ISO UTC); null while none has: until then nothing proves it. */
  provedAt: string | null;
  /** None has come yet, and those signed with the secret before it are received as well. */
  isChange: boolean;
  /** Notifications for a venue of ours are signed with another one, and no others come. */
  isRefused: boolean;
}
