/** The one file between the page and the bridge in Electron: it hands the page a bridge client and nothing else. */
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
    // Every watch is answered by a snapshot; those who watch already take it as a fresh start.
    ipcRenderer.send('tillbridge:watch');
    // Page and bridge are one app here: the link cannot be lost while the page is there.
    onLink(true, null);
    return () => {
      watchers.delete(watcher);
      if (watchers.size === 0) ipcRenderer.send('tillbridge:leave');
    };
  },
};

contextBridge.exposeInMainWorld('tillbridge', client);
