import { type Static, Type } from 'typebox';
import { LABEL_LENGTH_MAX, NAME_LENGTH_MAX } from '../../../src/access/keys/create-key.ts';
import type { AskedKey } from '../../../src/access/keys/manage/grant-key.ts';
import { SPEND_CAP_CENTS_MAX } from '../../../src/access/keys/spend-cap.ts';
import {
  BUDGET_NAMES,
  KEY_BUDGETS,
  type KeyBudget,
  RATE_LIMIT_MAX,
} from '../../../src/access/principals/rate-limits.ts';
import { SCOPES } from '../../../src/access/principals/scopes.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import { InstantInput } from '../../fields/field-types.ts';
import { MandateInput } from '../../fields/mandate-shape.ts';

const label = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: LABEL_LENGTH_MAX, description }));

const limitOf = (name: KeyBudget) =>
  Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: RATE_LIMIT_MAX,
      description: `Calls per minute; ${KEY_BUDGETS[name]} unless your key has less`,
    }),
  );

/**
 * End users are counted by operator and limit, whatever the key. With a limit of its own each key
 * would give an end user more calls, so none can be asked for.
 */
type AskedBudget = Exclude<KeyBudget, 'end_user'>;
const ASKED_BUDGETS = BUDGET_NAMES.filter((name): name is AskedBudget => name !== 'end_user');

/** The body that makes a key. */
export const KeyInput = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: NAME_LENGTH_MAX,
      description: 'What the key is for',
    }),
    scopes: Type.Array(Type.Enum([...SCOPES], { description: 'A scope that your key has' }), {
      minItems: 1,
      maxItems: SCOPES.length,
      uniqueItems: true,
      description: 'What the key may do',
    }),
    mode: Type.Optional(
      Type.Enum(['live', 'test'], { description: 'The mode of your key, the only one possible' }),
    ),
    fleet_id: label('Bind it to a fleet; to that of your key where it has one'),
    agent_platform: label('The agent platform that holds it; that of your key where it has one'),
    expires_at: Type.Optional(
      InstantInput('When it ends by itself; not after your key, and with it unless given'),
    ),
    spend_cap_cents: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: SPEND_CAP_CENTS_MAX,
        description: 'Most US cents of priced answers in a month; at most the cap of your key',
      }),
    ),
    rate_limits: Type.Optional(
      named(
        'RateLimitsInput',
        Object.fromEntries(ASKED_BUDGETS.map((name) => [name, limitOf(name)])) as Record<
          AskedBudget,
          ReturnType<typeof limitOf>
        >,
        { description: 'At most the limits of your key' },
      ),
    ),
    mandate: Type.Optional(MandateInput),
  },
  {
    examples: [
      { name: 'Till at the gate', scopes: ['lots:read', 'sessions:write'] },
      {
        name: 'Assistant',
        scopes: ['lots:read', 'reservations:write'],
        agent_platform: 'example',
        rate_limits: { read: 60, write: 10 },
        spend_cap_cents: 0,
        mandate: { currency: 'usd', max_per_day: 20, needs_activation: true },
      },
    ],
  },
);

/**
 * What is asked for. Its mandate is left out: the rules of one are read with the database's help.
 */
export function readKey({
  name,
  scopes,
  mode,
  fleet_id,
  agent_platform,
  expires_at,
  spend_cap_cents,
  rate_limits,
}: Omit<Static<typeof KeyInput>, 'mandate'>): AskedKey {
  return {
    name,
    scopes,
    mode,
    ...(fleet_id !== undefined && { fleetId: fleet_id }),
    ...(agent_platform !== undefined && { agentPlatform: agent_platform }),
    ...(expires_at !== undefined && { expiresAt: new Date(expires_at) }),
    ...(spend_cap_cents !== undefined && { spendCapCents: spend_cap_cents }),
    ...(rate_limits !== undefined && { rateLimits: rate_limits }),
  };
}
