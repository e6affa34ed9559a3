import { resolve } from 'node:path';
import { addressOf, readHostAndPort } from './host-and-port.ts';

export type Transport = 'loopback' | 'tls' | 'proxy';
export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug';

export type Config = Readonly<{
  host: string;
  port: number;
  /** The address that callers use, without a slash at the end. */
  baseUrl: string;
  dataDir: string;
  /** undefined: the embedded PostgreSQL in the data directory is used. */
  databaseUrl: string | undefined;
  warehousePath: string;
  transport: Transport;
  tlsCertPath: string | undefined;
  tlsKeyPath: string | undefined;
  /** Addresses whose X-Forwarded-* headers are trusted (transport `proxy`). */
  trustedProxies: readonly string[];
  payments: 'simulated';
  /**
   * A provider with Nominatim's search interface, without a slash at the end; undefined: the
   * offline gazetteer.
   */
  geocoderUrl: string | undefined;
  logLevel: LogLevel;
  seed: 'demo' | 'none';
  refreshSeconds: number;
  /** PostgreSQL connections of one process. */
  poolSize: number;
  /**
   * Hosts with their ports (`host:port`) to which webhooks may be sent though they are private, and
   * without TLS: for tests and private networks.
   */
  webhookAllow: readonly string[];
  /** Who answers questions about this service. */
  contactEmail: string;
  /** The terms of this service; undefined: the notices that it serves itself. */
  legalUrl: string | undefined;
  /** What commands that call an API identify themselves with. */
  apiKey: string | undefined;
}>;

/** A setting that cannot be used; the message names the variable. */
export class ConfigError extends Error {
  constructor(variable: string, problem: string, options?: ErrorOptions) {
    super(`${variable} ${problem}`, options);
    this.name = 'ConfigError';
  }
}

type Environment = Record<string, string | undefined>;

/**
 * Reads the whole configuration once. Throws ConfigError naming the variable for a value that
 * cannot be used, and for an unknown HEXLOT_ variable, because a misspelt one would be ignored
 * silently.
 */
export function readConfig(env: Environment = process.env): Config {
  refuseUnknown(env);
  const port = integer(env, 'HEXLOT_PORT', 8080, 0, 65_535);
  const host = text(env, 'HEXLOT_HOST') ?? '127.0.0.1';
  const dataDir = resolve(text(env, 'HEXLOT_DATA_DIR') ?? './data');
  const transport = oneOf(env, 'HEXLOT_TRANSPORT', ['loopback', 'tls', 'proxy'] as const);
  const config: Config = {
    host,
    port,
    baseUrl:
      plainUrl(env, 'HEXLOT_BASE_URL', ['http:', 'https:']) ??
      addressOf(transport === 'loopback' ? 'http' : 'https', host, port),
    dataDir,
    databaseUrl: url(env, 'HEXLOT_DATABASE_URL', ['postgres:', 'postgresql:']),
    warehousePath: resolve(text(env, 'HEXLOT_WAREHOUSE_URL') ?? `${dataDir}/warehouse.duckdb`),
    transport,
    tlsCertPath: text(env, 'HEXLOT_TLS_CERT'),
    tlsKeyPath: text(env, 'HEXLOT_TLS_KEY'),
    trustedProxies: (text(env, 'HEXLOT_TRUSTED_PROXIES') ?? '').split(',').filter(Boolean),
    payments: oneOf(env, 'HEXLOT_PAYMENTS', ['simulated'] as const),
    geocoderUrl: plainUrl(env, 'HEXLOT_GEOCODER_URL', ['http:', 'https:']),
    logLevel: oneOf(env, 'HEXLOT_LOG_LEVEL', ['info', 'silent', 'error', 'warn', 'debug'] as const),
    seed: oneOf(env, 'HEXLOT_SEED', ['demo', 'none'] as const),
    refreshSeconds: integer(env, 'HEXLOT_REFRESH_SECONDS', 5, 1, 3_600),
    poolSize: integer(env, 'HEXLOT_POOL_SIZE', 8, 2, 100),
    webhookAllow: hostsAndPorts(env, 'HEXLOT_WEBHOOK_ALLOW'),
    contactEmail: email(env, 'HEXLOT_CONTACT_EMAIL') ?? 'contact@hexlot.example',
    legalUrl: url(env, 'HEXLOT_LEGAL_URL', ['https:']),
    apiKey: text(env, 'HEXLOT_API_KEY'),
  };
  if (transport === 'tls' && config.tlsCertPath === undefined)
    throw new ConfigError('HEXLOT_TLS_CERT', 'is needed when HEXLOT_TRANSPORT is tls');
  if (transport === 'tls' && config.tlsKeyPath === undefined)
    throw new ConfigError('HEXLOT_TLS_KEY', 'is needed when HEXLOT_TRANSPORT is tls');
  if (transport === 'proxy' && config.trustedProxies.length === 0)
    throw new ConfigError('HEXLOT_TRUSTED_PROXIES', 'is needed when HEXLOT_TRANSPORT is proxy');
  return Object.freeze(config);
}

/** Every variable the product reads, with its default. */
export const VARIABLES: Readonly<Record<string, string>> = {
  HEXLOT_HOST: '127.0.0.1',
  HEXLOT_PORT: '8080',
  HEXLOT_BASE_URL: 'from transport, host and port',
  HEXLOT_DATA_DIR: './data',
  HEXLOT_DATABASE_URL: 'unset: embedded PostgreSQL',
  HEXLOT_WAREHOUSE_URL: 'warehouse.duckdb in the data directory',
  HEXLOT_TRANSPORT: 'loopback',
  HEXLOT_TLS_CERT: 'unset',
  HEXLOT_TLS_KEY: 'unset',
  HEXLOT_TRUSTED_PROXIES: 'unset',
  HEXLOT_PAYMENTS: 'simulated',
  HEXLOT_GEOCODER_URL: 'unset: offline gazetteer',
  HEXLOT_LOG_LEVEL: 'info',
  HEXLOT_SEED: 'demo',
  HEXLOT_REFRESH_SECONDS: '5',
  HEXLOT_POOL_SIZE: '8',
  HEXLOT_WEBHOOK_ALLOW: 'unset',
  HEXLOT_CONTACT_EMAIL: 'contact@hexlot.example',
  HEXLOT_LEGAL_URL: 'unset: /legal',
  HEXLOT_API_KEY: 'unset',
};

/** Set by the test harness and the benchmarks, never by users. */
const TEST_VARIABLES = ['HEXLOT_TEST_SIZE', 'HEXLOT_TEST_SEED'];

function refuseUnknown(env: Environment): void {
  for (const name of Object.keys(env)) {
    if (!name.startsWith('HEXLOT_') || TEST_VARIABLES.includes(name)) continue;
    if (!(name in VARIABLES)) throw new ConfigError(name, 'is not a setting of this program');
  }
}

function text(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === '' ? undefined : value;
}

function integer(env: Environment, name: string, fallback: number, low: number, high: number) {
  const value = text(env, name);
  if (value === undefined) return fallback;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < low || number > high)
    throw new ConfigError(name, `must be a whole number from ${low} to ${high}, not "${value}"`);
  return number;
}

function email(env: Environment, name: string): string | undefined {
  const value = text(env, name);
  if (value === undefined || /^[^\s@<>]+@[^\s@<>]+$/.test(value)) return value;
  throw new ConfigError(name, `must be an e-mail address, not "${value}"`);
}

function oneOf<const T extends string>(
  env: Environment,
  name: string,
  allowed: readonly [T, ...T[]],
): T {
  const value = text(env, name);
  if (value === undefined) return allowed[0];
  const found = allowed.find((one) => one === value);
  if (found === undefined)
    throw new ConfigError(name, `must be one of ${allowed.join(', ')}, not "${value}"`);
  return found;
}

function url(env: Environment, name: string, protocols: readonly string[]): string | undefined {
  const value = text(env, name);
  if (value === undefined) return undefined;
  // The value may contain a password, so no message repeats it.
  if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol))
    throw new ConfigError(name, `must be an address beginning ${protocols.join('// or ')}//`);
  const { username, password } = new URL(value);
  // Only the database's address is shown to nobody.
  if (protocols.includes('https:') && `${username}${password}` !== '')
    throw new ConfigError(name, 'must have no user and no password');
  return value.replace(/\/+$/, '');
}

/**
 * An address to which a path can be added and that can be fetched: only host and path. Throws
 * ConfigError naming `name` for anything else.
 */
export function plainUrl(env: Environment, name: string, protocols: readonly string[]) {
  const value = url(env, name, protocols);
  if (value === undefined) return undefined;
  const { search, hash } = new URL(value);
  if (`${search}${hash}` !== '') throw new ConfigError(name, 'must have no ? and no #');
  return value;
}

function hostsAndPorts(env: Environment, name: string): readonly string[] {
  const entries = (text(env, name) ?? '').split(',').filter(Boolean);
  return Object.freeze(
    entries.map((entry) => {
      const host = readHostAndPort(entry.trim());
      if (host === undefined)
        throw new ConfigError(name, `must be host:port, separated by commas, not "${entry}"`);
      return host;
    }),
  );
}

/** The environment for a child process of ours: that of this process, and `more`. */
export function childEnvironment(more: Record<string, string>): Record<string, string | undefined> {
  return { ...process.env, ...more };
}
