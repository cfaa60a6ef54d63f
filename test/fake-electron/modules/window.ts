/** BrowserWindow and webContents: a real Chromium page, with the app's preload in an isolated world. */
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { answerRequest, asAppAddress, asBrowserAddress, type PausedRequest } from '../page-protocol.ts';
import { record } from '../record.ts';
import { BINDING, ISOLATED_WORLD, PAGE_END, preloadEnd } from '../worlds.ts';
import { type Conversation, type DevTools, startChromium } from './devtools.ts';
import { heardFromPreload } from './ipc-main.ts';
import { acceptCertificates, askForPermissions } from './session.ts';

let browser: DevTools | null = null;
export const windows: BrowserWindow[] = [];
export const contentsCreated = new EventEmitter();

export async function openChromium(): Promise<void> {
  browser = await startChromium();
}
export function chromium(): DevTools {
  if (!browser) throw new Error('The app is not ready yet.');
  return browser;
}

interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface WindowOptions extends Bounds {
  show?: boolean;
  title?: string;
  kiosk?: boolean;
  webPreferences: { preload?: string } & Record<string, unknown>;
}

type OpenHandler = (details: { url: string }) => {
  action: 'allow' | 'deny';
  overrideBrowserWindowOptions?: { title?: string; webPreferences: WindowOptions['webPreferences'] };
};

class WebContents extends EventEmitter {
  mainFrame = { url: '' };
  #openHandler: OpenHandler = () => ({ action: 'allow' });
  #page: Promise<Conversation>;
  #world: number | null = null;
  #destroyed = false;
  /** The next document was requested by the app, not the page. */
  #loading = false;

  constructor(preload: string | undefined) {
    super();
    this.#page = this.#open(preload);
    this.#page.catch((error: unknown) => record.pageErrors.push(String(error)));
  }

  async #open(preload: string | undefined): Promise<Conversation> {
    const { targetId } = await chromium().send('Target.createTarget', { url: 'about:blank', newWindow: true });
    const { sessionId } = await chromium().send('Target.attachToTarget', { targetId, flatten: true });
    const page = chromium().page(sessionId);
    page.on('Runtime.executionContextCreated', ({ context }) => {
      // Frames within the page have no preload.
      if (context.name === ISOLATED_WORLD && context.auxData?.frameId === targetId) this.#world = context.id;
    });
    page.on('Runtime.bindingCalled', ({ payload }) => void this.#heard(JSON.parse(payload)));
    page.on('Runtime.exceptionThrown', ({ exceptionDetails }) => {
      record.pageErrors.push(exceptionDetails.exception?.description ?? exceptionDetails.text);
    });
    page.on('Page.frameNavigated', ({ frame }) => {
      if (!frame.parentId) this.mainFrame = { url: asAppAddress(frame.url) };
    });
    page.on('Page.loadEventFired', () => {
      record.pageLoads += 1;
      this.emit('did-finish-load');
    });
    page.on('Fetch.requestPaused', (paused: PausedRequest) => {
      answerRequest(page, paused, this.#mayLoad(paused, paused.frameId === targetId)).catch((error: unknown) =>
        record.pageErrors.push(String(error)),
      );
    });
    page.on('Inspector.targetCrashed', () => this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 }));
    // Precedes the new window; only this event has its address.
    page.on('Page.windowOpen', ({ url }: { url: string }) => {
      record.openedWindows.push(asAppAddress(url));
      const { action, overrideBrowserWindowOptions: options } = this.#openHandler({ url: asAppAddress(url) });
      if (action !== 'allow' || !options) return;
      const child = new BrowserWindow({ x: 0, y: 0, width: 1280, height: 800, ...options });
      this.emit('did-create-window', child);
      child.loadURL(asAppAddress(url)).catch((error: unknown) => record.pageErrors.push(String(error)));
    });
    // Chromium's own window is closed; an allowed one is recreated with the app's preload.
    chromium().on('Target.targetCreated', ({ targetInfo }) => {
      if (targetInfo.openerId === targetId) void chromium().send('Target.closeTarget', { targetId: targetInfo.targetId });
    });
    await chromium().send('Target.setDiscoverTargets', { discover: true });
    await askForPermissions(chromium(), this);
    for (const domain of ['Page', 'Runtime', 'Inspector']) await page.send(`${domain}.enable`);
    await acceptCertificates(page);
    await page.send('Runtime.addBinding', { name: BINDING, executionContextName: ISOLATED_WORLD });
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source: PAGE_END });
    if (preload !== undefined) {
      const source = preloadEnd(readFileSync(preload, 'utf8'));
      await page.send('Page.addScriptToEvaluateOnNewDocument', { source, worldName: ISOLATED_WORLD });
    }
    await page.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
    return page;
  }

  #mayLoad({ resourceType, request }: PausedRequest, isMainFrame: boolean): boolean {
    if (resourceType !== 'Document') return true;
    if (isMainFrame) {
      const byApp = this.#loading;
      this.#loading = false;
      if (byApp) return true;
    }
    let prevented = false;
    const details = {
      url: asAppAddress(request.url),
      isMainFrame,
      preventDefault: () => {
        prevented = true;
      },
    };
    this.emit('will-frame-navigate', details);
    if (prevented) record.refusedAddresses.push(details.url);
    return !prevented;
  }

  async #heard(message: { invoke?: number; channel: string; args: unknown[] }): Promise<void> {
    const answer = await heardFromPreload({ sender: this, senderFrame: this.mainFrame }, message);
    if (answer) await this.#tell(answer);
  }

  async #tell(message: object): Promise<void> {
    const page = await this.#page;
    if (this.#world === null || this.#destroyed) return;
    const expression = `standInFromMain(${JSON.stringify(message)})`;
    // A page that is being replaced can't receive messages.
    await page.send('Runtime.evaluate', { expression, contextId: this.#world }).catch(() => undefined);
  }

  async load(address: string): Promise<void> {
    const page = await this.#page;
    this.#loading = true;
    const { errorText } = await page.send('Page.navigate', { url: asBrowserAddress(address) });
    if (!errorText) return;
    this.emit('did-fail-load', {}, errorText === 'net::ERR_ABORTED' ? -3 : -2, errorText, address, true);
    throw new Error(`${errorText} loading '${address}'`);
  }

  async reload(): Promise<void> {
    await this.load(this.mainFrame.url);
  }

  async crash(): Promise<void> {
    const page = await this.#page;
    void page.send('Page.crash').catch(() => undefined);
  }

  forcefullyCrashRenderer(): void {
    void this.crash();
  }

  /** Electron repaints the page; here that is counted. */
  invalidate(): void {
    record.repaints += 1;
  }

  send(channel: string, ...args: unknown[]): void {
    void this.#tell({ channel, args: structuredClone(args) });
  }
  getURL(): string {
    return this.mainFrame.url;
  }
  isDestroyed(): boolean {
    return this.#destroyed;
  }
  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler;
  }
  destroy(): void {
    this.#destroyed = true;
    this.emit('destroyed');
  }
}

export class BrowserWindow extends EventEmitter {
  readonly options: WindowOptions;
  readonly webContents: WebContents;
  #bounds: Bounds;
  #state = { visible: false, focused: false, minimized: false, maximized: false, flashing: false, destroyed: false, kiosk: false };

  constructor(options: WindowOptions) {
    super();
    this.options = options;
    this.#bounds = { x: options.x, y: options.y, width: options.width, height: options.height };
    this.#state.visible = options.show !== false;
    this.#state.kiosk = options.kiosk ?? false;
    this.webContents = new WebContents(options.webPreferences.preload);
    this.webContents.once('did-finish-load', () => this.emit('ready-to-show'));
    windows.push(this);
    contentsCreated.emit('created', this.webContents);
  }

  static getAllWindows(): BrowserWindow[] {
    return windows.filter((window) => !window.isDestroyed());
  }

  state() {
    return { ...this.#state, bounds: this.#bounds, url: this.webContents.getURL(), preferences: this.options.webPreferences };
  }
  loadURL(address: string): Promise<void> {
    return this.webContents.load(address);
  }
  show(): void {
    this.#state.visible = true;
    this.emit('show');
  }
  hide(): void {
    this.#state = { ...this.#state, visible: false, focused: false };
    this.emit('hide');
  }
  focus(): void {
    this.#state = { ...this.#state, focused: true, flashing: false };
    this.emit('focus');
  }
  moveTop(): void {}
  flashFrame(on: boolean): void {
    this.#state.flashing = on;
  }
  maximize(): void {
    this.#state.maximized = true;
  }
  restore(): void {
    this.#state.minimized = false;
  }
  setKiosk(on: boolean): void {
    this.#state.kiosk = on;
  }
  isKiosk(): boolean {
    return this.#state.kiosk;
  }
  isVisible(): boolean {
    return this.#state.visible;
  }
  isFocused(): boolean {
    return this.#state.focused;
  }
  isMinimized(): boolean {
    return this.#state.minimized;
  }
  isMaximized(): boolean {
    return this.#state.maximized;
  }
  isDestroyed(): boolean {
    return this.#state.destroyed;
  }
  setBounds(bounds: Bounds): void {
    this.#bounds = bounds;
    this.emit('resize');
  }
  getNormalBounds(): Bounds {
    return this.#bounds;
  }
  /** Closes without asking the app. */
  destroy(): void {
    void this.webContents.load('about:blank').catch(() => undefined);
    this.#state = { ...this.#state, destroyed: true, visible: false };
    this.webContents.destroy();
    this.emit('closed');
  }
  /** Like a click on the close button: the app may refuse. */
  close(): void {
    let prevented = false;
    this.emit('close', {
      preventDefault: () => {
        prevented = true;
      },
    });
    if (prevented) return;
    this.#state = { ...this.#state, destroyed: true, visible: false };
    this.webContents.destroy();
    this.emit('closed');
  }
}
