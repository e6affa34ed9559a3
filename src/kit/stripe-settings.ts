import { isThisMachine } from './host-and-port.ts';
import { ConfigError, type Environment, oneOf, plainUrl, text } from './read-setting.ts';

export type StripeSettings = Readonly<{
  secretKey: string;
  /** Of Stripe's test mode, for test keys of ours. */
  testSecretKey: string;
  /** Each signs the events of one endpoint; while one is exchanged there are two for it. */
  webhookSecrets: readonly string[];
  /** undefined: Stripe's own address. */
  apiBase: string | undefined;
}>;

/**
 * Reads what `HEXLOT_PAYMENTS=stripe` needs. No message repeats a key. Throws ConfigError naming
 * the variable that is missing or cannot be used, also when a key is set that would not be used.
 */
export function stripeSettings(env: Environment): StripeSettings | undefined {
  if (oneOf(env, 'HEXLOT_PAYMENTS', ['simulated', 'stripe'] as const) === 'simulated') {
    if (text(env, 'HEXLOT_STRIPE_SECRET_KEY') !== undefined)
      throw new ConfigError('HEXLOT_PAYMENTS', 'must be stripe with HEXLOT_STRIPE_SECRET_KEY');
    return undefined;
  }
  return {
    secretKey: secret(env, 'HEXLOT_STRIPE_SECRET_KEY', ['sk_live_', 'rk_live_']),
    testSecretKey: secret(env, 'HEXLOT_STRIPE_TEST_SECRET_KEY', ['sk_test_', 'rk_test_']),
    webhookSecrets: webhookSecrets(env),
    apiBase: apiBase(env),
  };
}

function secret(env: Environment, name: string, beginnings: readonly string[]): string {
  const value = needed(env, name);
  if (!beginnings.some((beginning) => value.startsWith(beginning)))
    throw new ConfigError(name, `must begin with ${beginnings.join(' or ')}`);
  return value;
}

function webhookSecrets(env: Environment): string[] {
  const name = 'HEXLOT_STRIPE_WEBHOOK_SECRETS';
  const secrets = needed(env, name)
    .split(',')
    .map((one) => one.trim());
  if (secrets.some((one) => !one.startsWith('whsec_')))
    throw new ConfigError(name, 'must be secrets that begin with whsec_, separated by commas');
  return secrets;
}

function apiBase(env: Environment): string | undefined {
  const name = 'HEXLOT_STRIPE_API_BASE';
  const base = plainUrl(env, name, ['http:', 'https:']);
  if (base === undefined) return undefined;
  const address = new URL(base);
  if (address.protocol === 'http:' && !isThisMachine(address))
    throw new ConfigError(name, 'must begin https:// unless it is this machine');
  if (address.pathname !== '/') throw new ConfigError(name, 'must have no path');
  return base;
}

function needed(env: Environment, name: string): string {
  const value = text(env, name);
  if (value === undefined) throw new ConfigError(name, 'is needed when HEXLOT_PAYMENTS is stripe');
  return value;
}
