import { Type } from 'typebox';
import { named } from '../../../src/kit/web/document/named.ts';

/** What the pipelines wrote down. */
export type Quarantine = {
  is_too_large: boolean;
  facts: { source: string; rows: number; since: string }[];
};

/** How to see which rows these are. */
const LOOK = 'hexlot quarantine list';

const rows = Type.Integer({ minimum: 0, description: 'Rows that are set aside' });
const since = Type.String({ format: 'date-time' });
const sinceOrNull = Type.Union([since, Type.Null()], {
  description: 'When the first of them was set aside; null: there are none',
});

export const QuarantineCheck = named(
  'QuarantineCheck',
  {
    rows,
    since: sinceOrNull,
    sources: Type.Array(
      named('QuarantinedSource', {
        source: Type.String({ description: 'Such as audit_log' }),
        rows,
        since: sinceOrNull,
      }),
    ),
    is_too_large: Type.Boolean({
      description: 'More than figures can do without: nothing new is published',
    }),
    look: Type.Union([Type.String(), Type.Null()], {
      description: 'The command that lists them; null: there are none',
    }),
  },
  { description: 'Rows that could not be read: they are in no figure, and all others are' },
);

export function describeQuarantine(found: Quarantine | undefined) {
  const { facts, is_too_large } = found ?? { facts: [], is_too_large: false };
  const bySource = Map.groupBy(facts, ({ source }) => source);
  const sources = [...bySource].map(([source, some]) => ({ source, ...summed(some) }));
  return { ...summed(facts), sources, is_too_large, look: facts.length > 0 ? LOOK : null };
}

function summed(facts: Quarantine['facts']) {
  return {
    rows: facts.reduce((sum, each) => sum + each.rows, 0),
    since: facts.map((each) => each.since).sort()[0] ?? null,
  };
}
