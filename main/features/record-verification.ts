import { storageTroubleOf } from '../store/file/storage-trouble.ts';
import type { VerifiedConnection } from '../store/rows/verification-rows.ts';
import type { Store } from '../store/store.ts';

/** Ignores storage trouble, which is reported elsewhere. Reports other errors as bugs. */
export function recordVerification(store: Store, what: VerifiedConnection, about: string, onDefect: (error: unknown) => void): void {
  try {
    store.write(() => store.verifications.keep(what, about));
  } catch (error) {
    if (!storageTroubleOf(error)) onDefect(error);
  }
}
