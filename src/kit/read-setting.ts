import { readHostAndPort } from './host-and-port.ts';

/** A setting that cannot be used; the message names the variable. */
export class ConfigError extends Error {
  constructor(variable: string, problem: string, options?: ErrorOptions) {
    super(`${variable} ${problem}`, options);
    this.name = 'ConfigError';
  }
}

export type Environment = Record<string, string | undefined>;

export function text(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === '' ? undefined : value;
}

export function integer(
  env: Environment,
  name: string,
  fallback: number,
  low: number,
  high: number,
): number {
  return optionalInteger(env, name, low, high) ?? fallback;
}

export function optionalInteger(
  env: Environment,
  name: string,
  low: number,
  high: number,
): number | undefined {
  const value = text(env, name);
  if (value === undefined) return undefined;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < low || number > high)
    throw new ConfigError(name, `must be a whole number from ${low} to ${high}, not "${value}"`);
  return number;
}

/**
 * Whole numbers by name, such as `starter=2900,pro=9900`: each name at most once, and no number
 * below that of a name before it in `names`. `none` is no name at all.
 */
export function risingNumbers<const T extends string>(
  env: Environment,
  name: string,
  { names, fallback, high }: { names: readonly T[]; fallback: string; high: number },
): Readonly<Partial<Record<T, number>>> {
  const value = text(env, name) ?? fallback;
  const found: Partial<Record<T, number>> = {};
  for (const part of value === 'none' ? [] : value.split(',')) {
    const [, key, digits] = /^\s*([^=\s]+)=(\d+)\s*$/.exec(part) ?? [];
    const known = names.find((one) => one === key);
    if (known === undefined || known in found || Number(digits) > high)
      throw new ConfigError(
        name,
        `must be like ${fallback}, or none: each of ${names.join(', ')} at most once, with a ` +
          `whole number up to ${high}; "${part}" is not`,
      );
    found[known] = Number(digits);
  }
  const stated = names.flatMap((one) => found[one] ?? []);
  if (stated.some((number, i) => number < (stated[i - 1] ?? 0)))
    throw new ConfigError(name, `must not fall from ${names.join(' to ')}, not "${value}"`);
  return found;
}

export function email(env: Environment, name: string): string | undefined {
  const value = text(env, name);
  if (value === undefined || /^[^\s@<>]+@[^\s@<>]+$/.test(value)) return value;
  throw new ConfigError(name, `must be an e-mail address, not "${value}"`);
}

export function oneOf<const T extends string>(
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

export function url(
  env: Environment,
  name: string,
  protocols: readonly string[],
): string | undefined {
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

export function hostsAndPorts(env: Environment, name: string): readonly string[] {
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
