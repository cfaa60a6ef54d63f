/** Who may import whom: the modules of docs/architecture.md as rules. `npm run check` enforces them. */
const only = (name, from, pkg) => ({
  name,
  severity: 'error',
  comment: `only ${from} touches ${pkg}`,
  from: { path: '^(main|renderer|contract|preload|sandbox|relay|shared)/', pathNot: from },
  to: { path: `node_modules/${pkg}/` },
});

/** A module may import itself, clocks, messages, the reading of others' texts and what is listed, and nothing else of this project. */
const moduleRule = (name, mayImport) => ({
  name: `module-${name}`,
  severity: 'error',
  comment: `main/${name} may import only: ${mayImport.join(', ') || 'itself'}`,
  from: { path: `^main/${name}/` },
  to: {
    path: '^(main|renderer|contract|preload|sandbox|shared)/',
    pathNot: [
      `^main/${name}/`,
      '^main/time/',
      '^shared/(time/|json/|files/(file-text|full-path)\\.ts$)',
      '^contract/(message|english|money-text|table-form|words|time/moment)\\.ts$',
      ...mayImport,
    ],
  },
});

/** The floors of a program, the lowest first: no file imports from a floor above its own. On one floor folders form no circle. */
const FLOORS = {
  renderer: [
    '(fonts|words)\\.ts|[a-z-]+\\.css|(layout|map|time|touch)/',
    'state/',
    '(client|parts|sound)/',
    // The features: every folder that is on no other floor.
    '(?!(layout|map|time|touch|state|client|parts|sound|board|displays|keys|settings|setup|stopped|palette|status|gallery)/)[a-z-]+/',
    '(board|displays|keys|settings|setup|stopped)/',
    'screens\\.tsx|(palette|status)/',
    'app\\.tsx',
    'main\\.tsx|gallery/|(not-started|vite\\.config)\\.ts',
  ],
  contract: [
    '(?!(contract|features|state)\\.ts)[a-z-]+\\.ts|(relay|settings|time)/',
    'views/',
    '(calls|menu)/',
    '(contract|features|state)\\.ts',
  ],
  relay: [
    'iso-time\\.ts|settings/',
    '(engine|listening|store)/',
    'seal/',
    '(give|take)/|retention\\.ts',
    'operator/',
    '(alerts|command)/',
    '(relay|start|storage)\\.ts',
  ],
};

const floorRules = Object.entries(FLOORS).flatMap(([program, names]) => {
  const floors = names.map((floor) => `^${program}/(${floor})`);
  const rules = floors.map((floor, height) => ({
    name: `${program}-floor-${height}`,
    severity: 'error',
    comment: `${program} imports only from the floor of the file and those below it (FLOORS)`,
    from: { path: floor },
    to: { path: `^${program}/`, pathNot: floors.slice(0, height + 1) },
  }));
  return [...rules, { name: `${program}-on-no-floor`, severity: 'error', from: { path: `^${program}/`, pathNot: floors }, to: {} }];
});

/** No file of the one imports any of the other. */
const never = (name, from, to) => ({ name, severity: 'error', from: { path: from }, to: { path: to } });

/**
 * Time is passed to each part that needs it (`shared/time/time.ts`), so that a test can move it. Only these files read this computer's time
 * (`shared/time/system-time.ts`) and pass it on.
 */
const TAKES_TIME = [
  // Where a process or a thread starts, and what must work before the app is built or after it has failed.
  '^(main/start|relay)/start\\.ts$',
  '^main/app/(app|log|keep-up/keep-up)\\.ts$',
  '^main/app/compose/(compose|receive-only)\\.ts$',
  '^main/hosts/electron/main\\.ts$',
  '^main/demo/',
  // Used by tools and tests as well, with this computer's time by default. The app passes its own.
  '^main/store/store\\.ts$',
  '^main/settings/settings\\.ts$',
  '^main/hosts/browser/one-time-codes\\.ts$',
  '^main/printing/transports/(tcp-printer|device-printer|system-printer)\\.ts$',
  // They wait for the operating system: a native library that hangs, a file that a virus scanner holds for a moment.
  '^shared/files/replace-file\\.ts$',
  '^main/vault/keychain/(keychain|keyring-library)\\.ts$',
  '^main/printing/transports/windows/windows-print-system\\.ts$',
];

/** Private files, and why one cannot be written: for every module that writes files. */
const PRIVATE = '^(main/files/(private-files|folder-trouble)|shared/files/(private-files|replace-file|read-if-there))\\.ts$';

module.exports = {
  forbidden: [
    // Types included; of two folders `test/unit/house/folders.test.ts` says the same.
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'orders-import-nothing',
      severity: 'error',
      from: { path: '^main/orders/' },
      to: { pathNot: '^(main/orders/|shared/json/|node_modules/valibot/|contract/message\\.ts$)' },
    },
    moduleRule('time', []),
    moduleRule('outgoing', ['^contract/address\\.ts$']),
    moduleRule('menu', ['^main/orders/(money|reading|text)/', '^contract/time/days\\.ts$']),
    moduleRule('service', ['^main/(menu|orders|outgoing)/', '^shared/http/', '^contract/(address|order-id|settings/endpoints)\\.ts$']),
    moduleRule('store', [
      '^main/orders/',
      PRIVATE,
      '^main/files/windows-rights\\.ts$',
      '^shared/files/folder-lock\\.ts$',
      '^resources/locales/en\\.json$',
    ]),
    moduleRule('intake', [
      '^main/menu/',
      '^main/orders/',
      '^main/outgoing/',
      '^main/service/',
      '^main/store/',
      '^shared/(http/|signatures/|group-commit\\.ts$)',
      PRIVATE,
      '^contract/(address|order-id|relay/(wire|sealed|reference|settings-document)|views/intake)\\.ts$',
    ]),
    moduleRule('outbox', [
      '^main/menu/',
      '^main/orders/',
      '^main/service/',
      '^main/store/',
      '^contract/(rejection-cause|relay/reference)\\.ts$',
    ]),
    moduleRule('till', [
      '^main/menu/',
      '^main/orders/',
      '^main/outgoing/',
      '^main/store/',
      '^shared/http/',
      PRIVATE,
      '^contract/address\\.ts$',
    ]),
    moduleRule('printing', [
      '^main/orders/',
      '^main/store/',
      '^main/outgoing/local-network\\.ts$',
      '^contract/(printed-documents|settings/(paper-template|settings)|language|address|locales)\\.ts$',
    ]),
    never('documents-know-no-printer', '^main/printing/documents/', '^main/printing/(spool/|transports/(?!printer\\.ts))'),
    never('layout-is-pure', '^main/printing/layout/', '^main/printing/(documents|escpos|transports|spool)/|^main/store/'),
    never('bytes-know-the-layout-alone', '^main/printing/escpos/', '^main/printing/(documents|transports|spool)/|^main/store/'),
    never('transports-carry-bytes', '^main/printing/transports/', '^main/printing/(documents|layout)/|^main/store/'),
    moduleRule('vault', ['^shared/files/private-files\\.ts$']),
    moduleRule('redaction', ['^contract/address\\.ts$']),
    moduleRule('settings', [
      '^main/(redaction|vault)/',
      '^shared/http/constant-time-equal\\.ts$',
      PRIVATE,
      '^contract/(settings/(settings|managed)|contract|address|relay/(sealed|settings-document))\\.ts$',
    ]),
    moduleRule('shift', ['^main/(orders|outbox|outgoing|store)/', '^contract/(contract|address)\\.ts$']),
    moduleRule('history', ['^main/(orders|outbox|store|settings|view)/', PRIVATE, '^contract/(contract|order-id)\\.ts$']),
    moduleRule('monitor', [
      '^main/(intake|orders|outbox|outgoing|printing|redaction|settings|store|till|view)/',
      PRIVATE,
      '^contract/(contract|order-id)\\.ts$',
    ]),
    moduleRule('view', [
      '^main/(intake|menu|orders|outbox|till|printing|service|settings|shift|store)/',
      '^main/files/folder-trouble\\.ts$',
      '^contract/(contract|order-id)\\.ts$',
      '^resources/',
    ]),
    moduleRule('features', [
      '^main/(history|intake|menu|monitor|orders|outbox|till|printing|redaction|service|settings|shift|store|vault|view)/',
      PRIVATE,
      '^contract/(contract|order-id|english|calls/[a-z]+|relay/wire|settings/settings)\\.ts$',
    ]),
    moduleRule('training', ['^main/(features|settings|vault|view)/', PRIVATE, '^contract/contract\\.ts$']),
    moduleRule('demo', [
      '^main/training/embedded-(sandbox|relay)\\.ts$',
      '^main/hosts/(choose-host|browser/open-main-screen)\\.ts$',
      '^contract/(contract|entry)\\.ts$',
    ]),
    moduleRule('hosts', [
      '^main/redaction/',
      '^shared/http/',
      '^main/app/(app|folder-kind|log|supervisor|restore-backup|trouble|version|keep-up/restarts)\\.ts$',
      PRIVATE,
      '^contract/(contract|entry)\\.ts$',
    ]),
    {
      name: 'renderer-knows-the-contract-only',
      severity: 'error',
      from: { path: '^renderer/' },
      to: { path: '^(main|contract|preload|sandbox|shared|test|lab)/', pathNot: '^contract/(contract|entry)\\.ts$' },
    },
    ...floorRules,
    never('sandbox-imports-itself', '^sandbox/', '^(main|renderer|contract|preload|shared|test|lab)/'),
    never('nothing-imports-the-sandbox', '^(main|renderer|contract|preload|shared)/', '^sandbox/'),
    never(
      'relay-imports-its-contract-and-shared',
      '^relay/',
      '^(main|renderer|preload|sandbox|test|lab)/|^contract/(?!(relay|settings)/|(address|english|order-id)\\.ts$)',
    ),
    never('nothing-imports-the-relay', '^(main|renderer|contract|preload|sandbox|shared)/', '^relay/'),
    never('preload-imports-the-contract-only', '^preload/', '^(main|renderer|sandbox|shared|test|lab)/'),
    // What is pure: the page gets it as well.
    never(
      'contract-imports-itself',
      '^contract/',
      '^(main|renderer|preload|sandbox|relay|test|lab)/|^shared/(?!(json/bounded-list|files/(file-text|full-path)|georgian)\\.ts$)',
    ),
    never('shared-imports-itself', '^shared/', '^(main|renderer|contract|preload|sandbox|relay|test|lab)/'),
    only('electron-in-its-host', '^(main/hosts/electron|preload/preload\\.ts)', 'electron'),
    only('sqlite-in-the-store', '^(main/store/|relay/(store|engine)/|shared/files/folder-lock\\.ts$)', 'better-sqlite3'),
    only('prom-client-for-the-operator', '^relay/operator/', 'prom-client'),
    only('postgres-in-its-engine', '^(relay/engine/postgres|test)/', '(pg|pg-pool)'),
    only('keychain-in-the-vault', '^main/vault/', '(keytar|@napi-rs/keyring)'),
    only('printer-encoder-in-printing', '^main/printing/', 'node-thermal-printer'),
    only('undici-for-what-goes-out', '^main/(service|outgoing)/', 'undici'),
    {
      name: 'compose-alone-composes',
      severity: 'error',
      comment: 'main/app/compose imports every module: no other module may reach them through it',
      from: { path: '^(main|renderer|contract|preload|sandbox)/', pathNot: '^main/app/compose/' },
      to: { path: '^main/app/compose/(?!(compose|receive-only)\\.ts$)' },
    },
    {
      name: 'time-is-given',
      severity: 'error',
      comment: 'take the Time that this part is given (shared/time/time.ts); exceptions are listed in TAKES_TIME, with the reason',
      from: { path: '^(main|relay|shared)/', pathNot: ['^main/time/', ...TAKES_TIME] },
      to: { path: '^(shared/time/system-time|main/time/start-time)\\.ts$' },
    },
    never('nothing-imports-tests', '^(main|renderer|contract|preload|sandbox|relay|shared)/', '^test/'),
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },

    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.cjs', '.mjs', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
