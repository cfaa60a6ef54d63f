/** Exposes the bridge client to the page in Electron, nothing else. */
import { contextBridge, ipcRenderer } from 'electron';
import type { BridgeClient, Push } from '../contract/contract.ts';

const watchers = new Set<(push: Push) => void>();

ipcRenderer.on('tillbridge:push', (_event, push: Push) => {
  for (const watcher of watchers) watcher(push);
});

const client: BridgeClient = {
  call: (name, input) => ipcRenderer.invoke('tillbridge:call', name, input),
  watch(onPush, onLink) {
    const watcher = (push: Push): void => onPush(push);
    watchers.add(watcher);
    // The app sends a snapshot for the new watcher; the other watchers get it again.
    ipcRenderer.send('tillbridge:watch');
    // Page and app are one program: their link never breaks.
    onLink(true, null);
    return () => {
      watchers.delete(watcher);
      if (watchers.size === 0) ipcRenderer.send('tillbridge:leave');
    };
  },
};

contextBridge.exposeInMainWorld('tillbridge', client);
