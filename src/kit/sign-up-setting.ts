import { type Environment, oneOf } from './read-setting.ts';

/**
 * Whether whoever comes may make an operator of its own: unless it is set, only where the database
 * is this program's own.
 */
export function signUpSetting(env: Environment, isOwnDatabase: boolean): boolean {
  const choices = isOwnDatabase ? (['on', 'off'] as const) : (['off', 'on'] as const);
  return oneOf(env, 'HEXLOT_SIGN_UP', choices) === 'on';
}
