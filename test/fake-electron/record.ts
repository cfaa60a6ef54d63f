/** What the app did to the desktop. */

export interface DesktopRecord {
  tray: { image: string; tooltip: string; menu: MenuEntry[] } | null;
  notifications: { title: string; body: string; actions: string[]; closed: boolean }[];
  badge: number;
  /** Prevented kinds of sleep. */
  awake: string[];
  boxes: { title: string; text: string }[];
  applicationMenu: MenuEntry[];
  openAtLogin: boolean;
  linkSchemes: string[];
  relaunched: boolean;
  /** Permissions the page would get. */
  granted: string[];
  openedWindows: string[];
  repaints: number;
  shownFiles: string[];
  /** Blocked navigations of the page. */
  refusedAddresses: string[];
  pageErrors: string[];
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
