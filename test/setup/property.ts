/** Property tests on random texts and orders, reproducible in each run. TILLBRIDGE_SEED sets another seed. */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.TILLBRIDGE_SEED ?? 20261122) });

export default fc;
