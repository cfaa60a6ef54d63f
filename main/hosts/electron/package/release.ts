/** Checks that a release is complete. TILLBRIDGE_RELEASE marks one. */

export interface Packing {
  forceCodeSigning?: boolean | null | undefined;
  extraMetadata?: { updateFeed?: string; updateKeys?: string[]; updatePublishers?: string[]; homepage?: string } | null;
  win?: { azureSignOptions?: object | null } | null;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Azure Artifact Signing; its client reads further variables (AZURE_TENANT_ID, AZURE_CLIENT_ID ...). */
const SERVICE = ['TILLBRIDGE_SIGNING_ENDPOINT', 'TILLBRIDGE_SIGNING_ACCOUNT', 'TILLBRIDGE_SIGNING_PROFILE'] as const;
/** Any one set is enough for Apple's notarization. */
const NOTARY = [
  ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'],
  ['APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'],
  ['APPLE_KEYCHAIN_PROFILE'],
];

/** Configures the signing service if its variables are set. Throws an Error listing what a release lacks. */
export function prepareRelease(packing: Packing, platform: string, env: Env = process.env, host: string = process.platform): void {
  const [endpoint, codeSigningAccountName, certificateProfileName] = SERVICE.map((name) => env[name]);
  const [publisherName] = packing.extraMetadata?.updatePublishers ?? [];
  const service = { publisherName, endpoint, codeSigningAccountName, certificateProfileName };
  // Changed in place, as the packer already holds this object.
  if (platform === 'win32' && endpoint) {
    packing.win ??= {};
    Object.assign(packing.win, { azureSignOptions: service });
  }
  if (!env.TILLBRIDGE_RELEASE) return;
  packing.forceCodeSigning = true;
  const lacks = [
    ...lacksForUpdates(packing),
    ...(platform === 'darwin' ? lacksForMac(env, host) : []),
    ...(platform === 'win32' ? lacksForWindows(env) : []),
  ];
  if (lacks.length > 0) throw new Error(`Not a release (TILLBRIDGE_RELEASE is set):\n${lacks.map((line) => `- ${line}`).join('\n')}`);
}

function lacksForUpdates({ extraMetadata }: Packing): string[] {
  const { updateFeed = '', updateKeys = [], updatePublishers = [], homepage = '' } = extraMetadata ?? {};
  return [
    ...(isExampleHost(updateFeed) ? ['updateFeed in electron-builder.yml is no address of a feed'] : []),
    ...(isExampleHost(homepage) ? ['homepage in electron-builder.yml is no address'] : []),
    ...(updateKeys.length === 0 ? ['updateKeys in electron-builder.yml names no key: nothing could be updated'] : []),
    ...(updatePublishers.length === 0 ? ['updatePublishers in electron-builder.yml names nobody'] : []),
  ];
}

function isExampleHost(address: string): boolean {
  const { hostname = '' } = URL.parse(address) ?? {};
  return hostname === '' || hostname.endsWith('.example');
}

function lacksForMac(env: Env, host: string): string[] {
  return [
    ...(host === 'darwin' ? [] : ['apps for macOS are signed and notarized on macOS']),
    ...(NOTARY.some((names) => names.every((name) => env[name]))
      ? []
      : [`notarization: set ${NOTARY.map((names) => names.join(', ')).join('; or ')}`]),
  ];
}

function lacksForWindows(env: Env): string[] {
  const service = SERVICE.filter((name) => !env[name]);
  if (service.length === 0 || env.WIN_CSC_LINK || env.CSC_LINK) return [];
  return [`a signature: set ${SERVICE.join(', ')} for the signing service, or WIN_CSC_LINK for a certificate`];
}
