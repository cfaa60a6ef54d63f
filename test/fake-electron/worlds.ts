/** Code before the page's scripts: the preload in an isolated world, and both ends of the bridge. The worlds share only the document. */

export const ISOLATED_WORLD = 'Electron Isolated Context';
/** The preload's channel to the main process. */
export const BINDING = 'standInMainProcess';

/** The page's end of the bridge, registered first so that it listens in time. */
export const PAGE_END = `(() => {
  const callbacks = new Map();
  let last = 0;
  const toPreload = (message) => document.dispatchEvent(new CustomEvent('stand-in-to-preload', { detail: JSON.stringify(message) }));
  const waiting = new Map();
  const build = (path, shape) => {
    if (shape.kind === 'value') return shape.value;
    if (shape.kind === 'object') return Object.freeze(Object.fromEntries(Object.entries(shape.members).map(([name, member]) => [name, build([...path, name], member)])));
    return (...args) => {
      const passed = args.map((arg) => {
        if (typeof arg !== 'function') return { value: structuredClone(arg) };
        last += 1;
        callbacks.set(last, arg);
        return { callback: last };
      });
      last += 1;
      const call = last;
      let result;
      const hear = ({ detail }) => { const answer = JSON.parse(detail); if (answer.call === call) result = answer; };
      document.addEventListener('stand-in-returned', hear);
      toPreload({ call, path, args: passed });
      document.removeEventListener('stand-in-returned', hear);
      if (result.threw) throw new Error(result.threw);
      if (result.promise) return new Promise((resolve, reject) => waiting.set(call, { resolve, reject }));
      if (result.callable) return () => toPreload({ call: 0, callable: result.callable, args: [] });
      return result.value;
    };
  };
  document.addEventListener('stand-in-to-page', ({ detail }) => {
    const message = JSON.parse(detail);
    if (message.expose) {
      if (message.expose in window) throw new Error('Cannot bind an API on top of an existing property on the window object');
      Object.defineProperty(window, message.expose, { value: build([message.expose], message.shape), enumerable: true });
    }
    if (message.callback) callbacks.get(message.callback)?.(...message.args);
    if (message.settled) {
      const { resolve, reject } = waiting.get(message.settled);
      waiting.delete(message.settled);
      if (message.error === undefined) resolve(message.value);
      else reject(new Error(message.error));
    }
  });
})()`;

export function preloadEnd(preload: string): string {
  return `(() => {
  // As in Electron: a frame within the page has none.
  if (window !== window.top) return;
  const exposed = new Map();
  const callables = new Map();
  const listeners = new Map();
  const invoked = new Map();
  let last = 0;
  const toPage = (message) => document.dispatchEvent(new CustomEvent('stand-in-to-page', { detail: JSON.stringify(message) }));
  const toMain = (message) => ${BINDING}(JSON.stringify(message));
  const shapeOf = (value) => {
    if (typeof value === 'function') return { kind: 'function' };
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { kind: 'object', members: Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member)])) };
    return { kind: 'value', value: structuredClone(value) };
  };
  const electron = {
    contextBridge: {
      exposeInMainWorld(name, api) { exposed.set(name, api); toPage({ expose: name, shape: shapeOf(api) }); },
    },
    ipcRenderer: {
      invoke(channel, ...args) {
        last += 1;
        const id = last;
        return new Promise((resolve, reject) => {
          invoked.set(id, { resolve, reject });
          toMain({ invoke: id, channel, args: structuredClone(args) });
        });
      },
      send: (channel, ...args) => toMain({ channel, args: structuredClone(args) }),
      on(channel, listener) { listeners.set(channel, [...(listeners.get(channel) ?? []), listener]); return electron.ipcRenderer; },
    },
  };
  globalThis.standInFromMain = (message) => {
    if (message.invoked) {
      const { resolve, reject } = invoked.get(message.invoked);
      invoked.delete(message.invoked);
      if (message.error === undefined) resolve(message.value);
      else reject(new Error(message.error));
      return;
    }
    for (const listener of listeners.get(message.channel) ?? []) listener({}, ...message.args);
  };
  document.addEventListener('stand-in-to-preload', ({ detail }) => {
    const { call, path, args, callable } = JSON.parse(detail);
    if (callable) { callables.get(callable)(); return; }
    const returned = (answer) => document.dispatchEvent(new CustomEvent('stand-in-returned', { detail: JSON.stringify({ call, ...answer }) }));
    const passed = args.map((arg) => ('callback' in arg ? (...values) => toPage({ callback: arg.callback, args: structuredClone(values) }) : arg.value));
    try {
      const result = path.slice(1).reduce((api, name) => api[name], exposed.get(path[0]))(...passed);
      if (result instanceof Promise) {
        returned({ promise: true });
        result.then((value) => toPage({ settled: call, value }), (error) => toPage({ settled: call, error: String(error.message ?? error) }));
      } else if (typeof result === 'function') {
        last += 1;
        callables.set(last, result);
        returned({ callable: last });
      } else returned({ value: structuredClone(result) });
    } catch (error) { returned({ threw: String(error.message ?? error) }); }
  });
  const require = (name) => { if (name === 'electron') return electron; throw new Error('module not found: ' + name); };
  ((require, module, exports, process) => {
${preload}
  })(require, { exports: {} }, {}, undefined);
})()`;
}
