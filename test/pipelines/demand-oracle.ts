import type { AgentDemand } from '../../src/market/agent-demand.ts';

// Counts the queries of agents one by one, by the definitions of agent demand.

/** A query of an agent about a city. */
export type Query = {
  at: Date;
  kind: 'search' | 'availability' | 'rates';
  agentPlatform: string;
  availableCount: number;
  /** The cell of resolution 8, as a decimal number. */
  place: string;
  /** The local date for which parking was wanted. */
  wantedOn: string;
  /** null: it was written too long after it was made for the caller to be kept. */
  caller: string | null;
};

const CROWD_MIN = 3;

const formats = new Map<string, Intl.DateTimeFormat>();

function localOf(at: Date, timeZone: string): { date: string; hour: string } {
  // A new format for each call takes most of the time of a long comparison.
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  formats.set(timeZone, format);
  const [date = '', time = ''] = format.format(at).split(' ');
  return { date, hour: String(Number(time.slice(0, 2))) };
}

export const localDateOf = (at: Date, timeZone: string): string => localOf(at, timeZone).date;

/** One line for each local date with queries. */
export function countDays(queries: readonly Query[], timeZone: string): string[] {
  const days = Map.groupBy(queries, ({ at }) => localDateOf(at, timeZone));
  const lines = [...days].map(([date, day]) => {
    const spaces = day.filter(({ kind }) => kind !== 'rates');
    const unmet = spaces.filter(({ availableCount }) => availableCount === 0);
    const found = day.filter(({ kind }) => kind === 'search');
    return [date, day.length, found.length, spaces.length, unmet.length].join(' ');
  });
  return lines.sort();
}

/** The same lines of an answer. */
export function daysOf({ days }: Pick<AgentDemand, 'days'>): string[] {
  return days
    .filter(({ query_count }) => query_count > 0)
    .map(({ on_day, query_count, search_count, space_query_count, unmet_count }) =>
      [on_day, query_count, search_count, space_query_count, unmet_count].join(' '),
    )
    .sort();
}

/** One line for each group, and whether three callers of one local date are in it. */
export function countGroups(queries: readonly Query[], timeZone: string): Map<string, boolean> {
  const groups = Map.groupBy(
    queries.flatMap((query) =>
      [
        `hour ${localOf(query.at, timeZone).hour}`,
        `platform ${query.agentPlatform}`,
        `place ${query.place}`,
        `wanted_on ${query.wantedOn}`,
      ].map((group) => ({ group, query })),
    ),
    ({ group }) => group,
  );
  return new Map(
    [...groups].map(([group, found]) => {
      const known = found.filter(({ query }) => query.caller !== null);
      const days = Map.groupBy(known, ({ query }) => localDateOf(query.at, timeZone)).values();
      const isCrowd = [...days].some(
        (day) => new Set(day.map(({ query }) => query.caller)).size >= CROWD_MIN,
      );
      return [`${group} ${found.length}`, !group.startsWith('hour') && isCrowd];
    }),
  );
}

/** The same lines of an answer. */
export function groupsOf({ groups }: Pick<AgentDemand, 'groups'>): Map<string, boolean> {
  return new Map(
    groups.map(({ dimension, label, query_count, has_crowd }) => [
      `${dimension} ${label} ${query_count}`,
      has_crowd,
    ]),
  );
}
