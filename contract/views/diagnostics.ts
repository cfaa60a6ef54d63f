import type { Text } from '../message.ts';

export interface JobView {
  id: number;
  kind: Text;
  about: Text;
  orderId: string | null;
  state: string;
  attempts: number;
  error: Text | null;
  at: string;
  /** Whether another try could help; false if the order no longer needs the job. */
  mayRetry: boolean;
}

/** `aside`: not a backup, but a database that was replaced and kept. */
export interface BackupView {
  name: string;
  at: string;
  megabytes: number;
  aside: boolean;
}

export interface DiagnosticsView {
  contacts: {
    name: Text;
    address: string | null;
    text: Text;
    lastContactAt: string | null;
    /** The destination accepts data and never reports the result. */
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
  backups: BackupView[];
  notifications: {
    id: string;
    at: string;
    type: Text;
    about: Text;
    outcome: Text;
    /** Sent by the self-test, not the service. */
    isOwn: boolean;
  }[];
}
