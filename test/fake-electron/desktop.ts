/** The desktop outside the page: tray, menus, notifications, boxes, power. Recorded, and operated by tests. */
import { EventEmitter } from 'node:events';
import { type MenuEntry, record } from './record.ts';

interface MenuTemplate {
  label?: string;
  role?: string;
  type?: string;
  checked?: boolean;
  enabled?: boolean;
  click?: () => void;
  submenu?: MenuTemplate[];
}

let applicationMenu: Menu | null = null;

export class Menu {
  readonly template: MenuTemplate[];
  constructor(template: MenuTemplate[]) {
    this.template = template;
  }
  static buildFromTemplate(template: MenuTemplate[]): Menu {
    return new Menu(template);
  }
  static setApplicationMenu(menu: Menu | null): void {
    applicationMenu = menu;
    record.applicationMenu = menu ? entriesOf(menu) : [];
  }
}

function entriesOf({ template }: Menu): MenuEntry[] {
  const all = (items: MenuTemplate[]): MenuTemplate[] => items.flatMap((item) => [item, ...all(item.submenu ?? [])]);
  return all(template)
    .filter(({ type }) => type !== 'separator')
    .map(({ label = '', role = null, checked = false, enabled = true }) => ({ label, role, checked, enabled }));
}

export function chooseInMenu(label: string): void {
  const items = (applicationMenu?.template ?? []).flatMap(({ submenu = [] }) => submenu);
  const item = items.find((one) => one.label === label);
  if (!item?.click) throw new Error(`The app's menu has no "${label}".`);
  item.click();
}

export let tray: Tray | null = null;

export class Tray extends EventEmitter {
  #menu: Menu | null = null;
  constructor(image: Image) {
    super();
    tray = this;
    record.tray = { image: image.png, tooltip: '', menu: [] };
  }
  setImage(image: Image): void {
    if (record.tray) record.tray.image = image.png;
  }
  setToolTip(tooltip: string): void {
    if (record.tray) record.tray.tooltip = tooltip;
  }
  setTitle(_title: string): void {}
  setContextMenu(menu: Menu): void {
    this.#menu = menu;
    if (record.tray) record.tray.menu = entriesOf(menu);
  }
  choose(label: string): void {
    const item = this.#menu?.template.find((one) => one.label === label);
    if (!item?.click) throw new Error(`The tray's menu has no "${label}".`);
    item.click();
  }
  isDestroyed(): boolean {
    return record.tray === null;
  }
  destroy(): void {
    record.tray = null;
  }
}

/** A PNG in base64; empty before the first drawing. */
export interface Image {
  png: string;
}

export const nativeImage = {
  createEmpty: (): Image => ({ png: '' }),
  createFromBuffer: (buffer: Buffer, _options: { scaleFactor: number }): Image => ({ png: buffer.toString('base64') }),
};

export const notifications: Notification[] = [];

export class Notification extends EventEmitter {
  #at = -1;
  readonly options: { title: string; body: string; actions?: { text: string }[] };
  constructor(options: Notification['options']) {
    super();
    this.options = options;
  }
  static isSupported(): boolean {
    return true;
  }
  show(): void {
    const { title, body, actions = [] } = this.options;
    this.#at = record.notifications.push({ title, body, actions: actions.map(({ text }) => text), closed: false }) - 1;
    notifications.push(this);
  }
  close(): void {
    const shown = record.notifications[this.#at];
    if (shown) shown.closed = true;
  }
}

export const answers: number[] = [];

export const dialog = {
  showErrorBox(title: string, text: string): void {
    record.boxes.push({ title, text });
  },
  showMessageBox: async (...given: unknown[]): Promise<{ response: number }> => {
    const { message, detail = '', cancelId = 0 } = given.at(-1) as { message: string; detail?: string; cancelId?: number };
    record.boxes.push({ title: message, text: detail });
    return { response: answers.shift() ?? cancelId };
  },
};

export const powerMonitor = new EventEmitter();
export const powerSaveBlocker = {
  start(kind: string): number {
    return record.awake.push(kind);
  },
  stop(id: number): void {
    delete record.awake[id - 1];
  },
};

const DISPLAY = { id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1040 } };
export const screen = { getPrimaryDisplay: () => DISPLAY, getAllDisplays: () => [DISPLAY] };

export const nativeTheme = Object.assign(new EventEmitter(), { shouldUseDarkColors: false });
export const shell = {
  openExternal: async (_url: string): Promise<void> => undefined,
  showItemInFolder(path: string): void {
    record.shownFiles.push(path);
  },
};
