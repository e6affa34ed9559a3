import { resolve } from 'node:path';
import {
  ACCOUNT_VARIABLES,
  type AccountSettings,
  accountSettings,
} from './kit/account-settings.ts';
import { addressOf, nameOf } from './kit/host-and-port.ts';
import { PLAN_PRICES, type PlanPrices, planPrices } from './kit/plan-prices.ts';
import { plateKeys } from './kit/plate-keys.ts';
import {
  ConfigError,
  type Environment,
  email,
  hostsAndPorts,
  integer,
  oneOf,
  plainUrl,
  text,
  url,
} from './kit/read-setting.ts';
import { type StripeSettings, stripeSettings } from './kit/stripe-settings.ts';
import { type WarehouseSettings, warehouseSettings } from './kit/warehouse-settings.ts';

type Transport = 'loopback' | 'tls' | 'proxy';
type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug';

type Settings = Readonly<{
  host: string;
  port: number;
  /** The address that callers use, without a slash at the end. */
  baseUrl: string;
  dataDir: string;
  /** undefined: the embedded PostgreSQL in the data directory is used. */
  databaseUrl: string | undefined;
  /**
   * What wraps the key that seals plates: any may open, the first one wraps. None: the embedded
   * database has one in a file.
   */
  plateKeys: readonly Buffer[];
  warehousePath: string;
  /** Of the pipelines' warehouse; what is not set follows from the machine. */
  warehouse: WarehouseSettings;
  transport: Transport;
  tlsCertPath: string | undefined;
  tlsKeyPath: string | undefined;
  /** Addresses whose X-Forwarded-* headers are trusted (transport `proxy`). */
  trustedProxies: readonly string[];
  /** undefined: payments are simulated, and no money moves. */
  stripe: StripeSettings | undefined;
  /** How long drivers have to authorise a stay. */
  authorizeMinutes: number;
  /** US cents a month of the plans that can be bought by call; others are given by agreement. */
  planPrices: PlanPrices;
  /** A geocoding provider, without a slash at the end; undefined: the offline gazetteer. */
  geocoderUrl: string | undefined;
  /** The search interface that the provider speaks. */
  geocoderSpeaks: 'nominatim' | 'photon';
  logLevel: LogLevel;
  seed: 'demo' | 'none';
  /** What has to be done before the lots of a new operator are listed. */
  listingCheck: 'none' | 'email' | 'hand';
  /** How mail is sent; undefined: none is. */
  mail: Readonly<{ smtpUrl: string; from: string }> | undefined;
  refreshSeconds: number;
  /** Days between the request of an erasure and the erasure, in which it can be canceled. */
  erasureWaitDays: number;
  /** PostgreSQL connections of one process. */
  poolSize: number;
  /**
   * Hosts with their ports (`host:port`) to which webhooks may be sent though they are private, and
   * without TLS: for tests and private networks.
   */
  webhookAllow: readonly string[];
  /** Who answers questions about this service, and gives keys and plans; undefined: not said. */
  contactEmail: string | undefined;
  /** The terms of this service; undefined: the notices that it serves itself. */
  legalUrl: string | undefined;
  /** What commands that call an API identify themselves with. */
  apiKey: string | undefined;
}>;
/** What is set of accounts stands beside how it is read. */
export type Config = Settings & AccountSettings;

/** The longest wait that leaves the pipelines time to be done within 30 days. */
const ERASURE_WAIT_DAYS_MAX = 29;

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
      addressOf(transport === 'loopback' ? 'http' : 'https', nameOf(host), port),
    dataDir,
    databaseUrl: url(env, 'HEXLOT_DATABASE_URL', ['postgres:', 'postgresql:']),
    plateKeys: plateKeys(env),
    warehousePath: resolve(text(env, 'HEXLOT_WAREHOUSE_URL') ?? `${dataDir}/warehouse.duckdb`),
    warehouse: warehouseSettings(env),
    transport,
    tlsCertPath: text(env, 'HEXLOT_TLS_CERT'),
    tlsKeyPath: text(env, 'HEXLOT_TLS_KEY'),
    trustedProxies: (text(env, 'HEXLOT_TRUSTED_PROXIES') ?? '').split(',').filter(Boolean),
    stripe: stripeSettings(env),
    authorizeMinutes: integer(env, 'HEXLOT_AUTHORIZE_MINUTES', 10, 1, 60),
    planPrices: planPrices(env),
    geocoderUrl: plainUrl(env, 'HEXLOT_GEOCODER_URL', ['http:', 'https:']),
    geocoderSpeaks: oneOf(env, 'HEXLOT_GEOCODER_SPEAKS', ['nominatim', 'photon'] as const),
    logLevel: oneOf(env, 'HEXLOT_LOG_LEVEL', ['info', 'silent', 'error', 'warn', 'debug'] as const),
    seed: oneOf(env, 'HEXLOT_SEED', ['demo', 'none'] as const),
    listingCheck: oneOf(env, 'HEXLOT_LISTING_CHECK', ['none', 'email', 'hand'] as const),
    ...accountSettings(env, !env.HEXLOT_DATABASE_URL),
    mail: mail(env),
    refreshSeconds: integer(env, 'HEXLOT_REFRESH_SECONDS', 5, 1, 3_600),
    erasureWaitDays: integer(env, 'HEXLOT_ERASURE_WAIT_DAYS', 7, 0, ERASURE_WAIT_DAYS_MAX),
    poolSize: integer(env, 'HEXLOT_POOL_SIZE', 8, 2, 100),
    webhookAllow: hostsAndPorts(env, 'HEXLOT_WEBHOOK_ALLOW'),
    contactEmail: email(env, 'HEXLOT_CONTACT_EMAIL'),
    legalUrl: url(env, 'HEXLOT_LEGAL_URL', ['https:']),
    apiKey: text(env, 'HEXLOT_API_KEY'),
  };
  if (transport === 'tls' && config.tlsCertPath === undefined)
    throw new ConfigError('HEXLOT_TLS_CERT', 'is needed when HEXLOT_TRANSPORT is tls');
  if (transport === 'tls' && config.tlsKeyPath === undefined)
    throw new ConfigError('HEXLOT_TLS_KEY', 'is needed when HEXLOT_TRANSPORT is tls');
  if (transport === 'proxy' && config.trustedProxies.length === 0)
    throw new ConfigError('HEXLOT_TRUSTED_PROXIES', 'is needed when HEXLOT_TRANSPORT is proxy');
  if (config.listingCheck === 'email' && config.mail === undefined)
    throw new ConfigError('HEXLOT_SMTP_URL', 'is needed when HEXLOT_LISTING_CHECK is email');
  return Object.freeze(config);
}

function mail(env: Environment): Config['mail'] {
  const smtpUrl = url(env, 'HEXLOT_SMTP_URL', ['smtp:', 'smtps:']);
  const from = email(env, 'HEXLOT_MAIL_FROM');
  if (smtpUrl === undefined) return undefined;
  if (from === undefined)
    throw new ConfigError('HEXLOT_MAIL_FROM', 'is needed when HEXLOT_SMTP_URL is set');
  return { smtpUrl, from };
}

/** Every variable the product reads, with its default. */
export const VARIABLES: Readonly<Record<string, string>> = {
  HEXLOT_HOST: '127.0.0.1',
  HEXLOT_PORT: '8080',
  HEXLOT_BASE_URL: 'from transport, host and port',
  HEXLOT_DATA_DIR: './data',
  HEXLOT_DATABASE_URL: 'unset: embedded PostgreSQL',
  HEXLOT_PLATE_KEY: 'unset: plate.key in the data directory',
  HEXLOT_WAREHOUSE_URL: 'warehouse.duckdb in the data directory',
  HEXLOT_WAREHOUSE_THREADS: 'by the machine',
  HEXLOT_WAREHOUSE_MEMORY_MIB: 'by the machine',
  HEXLOT_TRANSPORT: 'loopback',
  HEXLOT_TLS_CERT: 'unset',
  HEXLOT_TLS_KEY: 'unset',
  HEXLOT_TRUSTED_PROXIES: 'unset',
  HEXLOT_AUTHORIZE_MINUTES: '10',
  HEXLOT_PAYMENTS: 'simulated',
  HEXLOT_STRIPE_SECRET_KEY: 'unset',
  HEXLOT_STRIPE_TEST_SECRET_KEY: 'unset',
  HEXLOT_STRIPE_WEBHOOK_SECRETS: 'unset',
  HEXLOT_STRIPE_API_BASE: "unset: Stripe's own",
  HEXLOT_PLAN_PRICES: PLAN_PRICES,
  HEXLOT_GEOCODER_URL: 'unset: offline gazetteer',
  HEXLOT_GEOCODER_SPEAKS: 'nominatim',
  HEXLOT_LOG_LEVEL: 'info',
  HEXLOT_SEED: 'demo',
  HEXLOT_LISTING_CHECK: 'none',
  ...ACCOUNT_VARIABLES,
  HEXLOT_SMTP_URL: 'unset: no mail is sent',
  HEXLOT_MAIL_FROM: 'unset',
  HEXLOT_REFRESH_SECONDS: '5',
  HEXLOT_ERASURE_WAIT_DAYS: '7',
  HEXLOT_POOL_SIZE: '8',
  HEXLOT_WEBHOOK_ALLOW: 'unset',
  HEXLOT_CONTACT_EMAIL: 'unset',
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

/** The environment for a child process of ours: that of this process, and `more`. */
export function childEnvironment(more: Record<string, string>): Record<string, string | undefined> {
  return { ...process.env, ...more };
}
