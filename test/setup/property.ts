/** Properties tried on texts and orders of chance, the same ones in each run: what is found once is found again. TILLBRIDGE_SEED tries others. */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.TILLBRIDGE_SEED ?? 20261122) });

export default fc;
