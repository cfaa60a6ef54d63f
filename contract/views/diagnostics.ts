/** What Diagnostics shows. */
import type { Text } from '../message.ts';

/** What a job in diagnostics looks like. */
export interface JobView {
  id: number;
  kind: Text;
  about: Text;
  orderId: string | null;
  state: string;
  attempts: number;
  error: Text | null;
  at: string;
  /** Whether another try could still do something; false where its order is past it. */
  mayRetry: boolean;
}

/** A backup of the database, or a database that was put aside. */
export interface BackupView {
  name: string;
  at: string;
  megabytes: number;
  aside: boolean;
}

export interface DiagnosticsView {
  /** Everything outside this app that it talks with: when it last proved to be there. */
  contacts: {
    name: Text;
    address: string | null;
    text: Text;
    lastContactAt: string | null;
    /** It takes what it is given and never says what became of it. */
    unconfirmed?: boolean | undefined;
  }[];
  counts: {
    name: string;
    label: Text;
    count: number;
    lastAt: string | null;
    detail: string | null;
  }[];
  jobs: JobView[];
  /** The newest first. */
  backups: BackupView[];
  notifications: {
    id: string;
    at: string;
    type: Text;
    about: Text;
    outcome: Text;
    /** The self-test sent it from this computer, not the service. */
    isOwn: boolean;
  }[];
}
