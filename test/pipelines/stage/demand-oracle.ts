import type { AgentDemand } from '../../../src/demand/agent-demand/agent-demand.ts';

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
const QUERIES_MIN = 10;

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

/** Those who are known to have asked on some date: fewer than three must not be told of. */
function isCrowd(queries: readonly Query[]): boolean {
  return new Set(queries.flatMap(({ caller }) => caller ?? [])).size >= CROWD_MIN;
}

function datesOf(queries: readonly Query[], timeZone: string): [string, Query[]][] {
  return [...Map.groupBy(queries, ({ at }) => localDateOf(at, timeZone))];
}

/** Platforms with keys and ten queries in the period. */
function largeOf(queries: readonly Query[], registered: readonly string[]): Set<string> {
  const byPlatform = Map.groupBy(queries, ({ agentPlatform }) => agentPlatform);
  return new Set(registered.filter((name) => (byPlatform.get(name)?.length ?? 0) >= QUERIES_MIN));
}

/** One line for each local date of a period with queries that may be disclosed. */
export function countDays(
  queries: readonly Query[],
  timeZone: string,
  registered: readonly string[],
): string[] {
  const large = largeOf(queries, registered);
  const lines = datesOf(queries, timeZone).flatMap(([date, asked]) => {
    const day = isCrowd(asked)
      ? asked
      : asked.filter(({ agentPlatform }) => large.has(agentPlatform));
    const spaces = day.filter(({ kind }) => kind !== 'rates');
    const unmet = spaces.filter(({ availableCount }) => availableCount === 0);
    const found = day.filter(({ kind }) => kind === 'search');
    if (day.length === 0) return [];
    return [[date, day.length, found.length, spaces.length, unmet.length].join(' ')];
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

/** One line for each group that may be disclosed. */
export function countGroups(
  queries: readonly Query[],
  timeZone: string,
  registered: readonly string[],
): string[] {
  const large = largeOf(queries, registered);
  const isTold = (group: string, asked: readonly Query[]) =>
    isCrowd(asked) || large.has(group.slice('platform '.length));
  const groups = Map.groupBy(
    queries.flatMap((query) =>
      [
        `hour ${localOf(query.at, timeZone).hour}`,
        ...(query.agentPlatform === 'unknown' ? [] : [`platform ${query.agentPlatform}`]),
        `place ${query.place}`,
        `wanted_on ${query.wantedOn}`,
      ].map((group) => ({ group, query })),
    ),
    ({ group }) => group,
  );
  const lines = [...groups].flatMap(([group, found]) => {
    const own = found.map(({ query }) => query);
    const told = datesOf(own, timeZone).filter(([, asked]) => isTold(group, asked));
    return told.length === 0 ? [] : [`${group} ${told.flatMap(([, asked]) => asked).length}`];
  });
  return lines.sort();
}

/** The same lines of an answer. */
export function groupsOf({ groups, platforms }: Pick<AgentDemand, 'groups' | 'platforms'>) {
  const told = groups.filter(({ query_count }) => query_count > 0);
  return [
    ...told.map(({ dimension, label, query_count }) => `${dimension} ${label} ${query_count}`),
    ...platforms.map(({ label, queryCount }) => `platform ${label} ${queryCount}`),
  ].sort();
}
