/** The embedded engine, on a real file. */
import { join } from 'node:path';
import { createEmbeddedEngine } from '../../../relay/engine/embedded.ts';
import type { Engine } from '../../../relay/engine/engine.ts';
import { openDatabase } from '../../../relay/store/database.ts';
import { systemTime } from '../../../relay/system-time.ts';
import { folderOfRelay } from './at-the-relay.ts';
import { engineConformance } from './engine.ts';

engineConformance('embedded', {
  async open(now) {
    const file = join(folderOfRelay(), 'relay.sqlite');
    const open = async (): Promise<Engine> => {
      const db = openDatabase(file);
      const engine = createEmbeddedEngine(db, { ...systemTime, wall: now }, (error) => {
        throw error;
      });
      return {
        ...engine,
        async [Symbol.asyncDispose]() {
          await engine[Symbol.asyncDispose]();
          if (db.open) db[Symbol.dispose]();
        },
      };
    };
    return { engine: await open(), again: open };
  },
});
