/** What several relays keep together, by key. Each call throws EngineAway where it cannot be had now. */
export interface SharedTable {
  /** As it is now, and not as some server still has it; null where there is none. */
  get(key: string): Promise<{ value: string; revision: number } | null>;
  /** False where there is one. */
  create(key: string, value: string): Promise<boolean>;
  /** False where somebody has changed it since that revision. */
  replace(key: string, value: string, revision: number): Promise<boolean>;
}

export interface SharedState {
  /** Each relay is told of what changes. */
  lasting: SharedTable;
  /** Forgotten after a month. */
  passing: SharedTable;
  /** Told of each lasting value that any relay has written, within a write of the store. */
  onChange(tell: (key: string, value: string) => void): void;
  /** What was kept together is new, or was lost: what this relay knows of has to be given to it. */
  onAnew(give: () => Promise<void>): void;
  /** Tells the other relays that are there now; nothing of it is kept. */
  tell(text: string): void;
  onTold(hear: (text: string) => void): void;
}
