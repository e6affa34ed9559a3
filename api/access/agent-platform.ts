import { Type } from 'typebox';
import type { Principal } from '../../src/access/principals/principal.ts';
import { badField } from '../../src/kit/errors.ts';

/** The header in which a call says whose agent makes it. */
export const AGENT_HEADER = 'X-Agent-Platform';

const NAME_IN_CALL = AGENT_HEADER.toLowerCase();
const NAME_LENGTH_MAX = 100;
const NAME = '^[A-Za-z0-9._ -]+$';
const pattern = new RegExp(NAME);

/** The value of the header. */
export const AgentPlatform = Type.String({
  minLength: 1,
  maxLength: NAME_LENGTH_MAX,
  pattern: NAME,
  description:
    'Whose agent makes this call, such as chatgpt, where neither the key nor the body says so. ' +
    'The call then counts as one of an agent, with the budgets of agents. Ignored without a key.',
});

/**
 * The platform that the header names, valid or not; undefined when it names none, or is ignored:
 * the key names a platform itself, or there is no key. Without a key anybody could write into the
 * figures of agents' demand.
 */
export function readAgentHeader(
  key: Principal | undefined,
  headers: Readonly<Record<string, readonly string[] | undefined>>,
): string | undefined {
  return key?.agentPlatform === null ? headers[NAME_IN_CALL]?.join(', ') : undefined;
}

/**
 * Throws BAD_REQUEST naming the header, also when it is sent twice: its values are joined with a
 * comma, which is not allowed.
 */
export function checkAgentHeader(name: string | undefined): void {
  if (name !== undefined && !isPlatformName(name))
    throw badField(
      AGENT_HEADER,
      `must be 1 to ${NAME_LENGTH_MAX} letters, digits, dots, underscores, dashes or spaces`,
    );
}

/** Whether a platform may be called like this. */
export function isPlatformName(name: string): boolean {
  return name.length <= NAME_LENGTH_MAX && pattern.test(name);
}

/** The caller as an agent of this platform, unless its key names one or `platform` is missing. */
export function asAgentOf(platform: string | null | undefined, caller: Principal): Principal {
  const isNew = caller.agentPlatform === null && typeof platform === 'string';
  return isNew ? { ...caller, agentPlatform: platform, isPlatformClaimed: true } : caller;
}

/**
 * A program's own name for itself as the name of a platform, which has fewer characters; undefined
 * when nothing is left.
 */
export function platformNamed(programName = ''): string | undefined {
  return programName.replaceAll(/[^A-Za-z0-9._ -]+/g, '-').slice(0, NAME_LENGTH_MAX) || undefined;
}
