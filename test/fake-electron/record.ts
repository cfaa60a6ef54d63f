/** What the app did to the desktop, for the test to read. */

export interface DesktopRecord {
  tray: { image: string; tooltip: string; menu: MenuEntry[] } | null;
  notifications: { title: string; body: string; actions: string[]; closed: boolean }[];
  badge: number;
  /** Kinds of sleep that are held off. */
  awake: string[];
  boxes: { title: string; text: string }[];
  applicationMenu: MenuEntry[];
  openAtLogin: boolean;
  linkSchemes: string[];
  relaunched: boolean;
  /** Permissions the page would be given if it asked. */
  granted: string[];
  openedWindows: string[];
  repaints: number;
  shownFiles: string[];
  /** Addresses that the page wanted to go to, and the app did not let it. */
  refusedAddresses: string[];
  pageErrors: string[];
  /** How often the window's page was loaded to its end. */
  pageLoads: number;
}

export interface MenuEntry {
  label: string;
  role: string | null;
  checked: boolean;
  enabled: boolean;
}

export const record: DesktopRecord = {
  tray: null,
  notifications: [],
  badge: 0,
  awake: [],
  boxes: [],
  applicationMenu: [],
  openAtLogin: false,
  linkSchemes: [],
  relaunched: false,
  granted: [],
  openedWindows: [],
  repaints: 0,
  shownFiles: [],
  refusedAddresses: [],
  pageErrors: [],
  pageLoads: 0,
};
