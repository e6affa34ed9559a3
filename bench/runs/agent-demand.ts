import type { Comparison, Run } from '../report.ts';
import { checkAnswers } from '../stage/check-answers.ts';
import { CITY, layOutCity } from '../stage/city-data.ts';
import { compareKinds } from '../stage/hellos.ts';
import type { Stack } from '../stage/stack.ts';

const DAYS_MAX = 90;
const DAYS = 30;
const IN_FLIGHT = 32;
const AIM = '>= 0.4';

/**
 * GET agent-demand, against hellos behind the same middleware: a question that has been asked of
 * this publication before, and questions that have not.
 */
export async function compareAgentDemand(stack: Stack, run: Run): Promise<Comparison[]> {
  await layOutCity(stack, run);
  const title = `GET agent-demand, ${IN_FLIGHT} in flight, ${run.city.queryCount} queries`;
  const asked = [
    { what: 'the same question', nextPath: () => demandPath(CITY.name, DAYS) },
    { what: 'first answers', nextPath: firstQuestions() },
  ];
  const kinds = asked.map(({ what, nextPath }) => ({
    title: `${title}, ${what}`,
    aim: AIM,
    nextPath,
  }));
  const nextPath = () => demandPath(CITY.name, DAYS);
  await checkAnswers(stack, nextPath, ({ data }) => data.total_agent_queries);
  return compareKinds(stack, kinds, IN_FLIGHT, run);
}

/** Questions about one city that differ in their days, and in capitals and small letters. */
function firstQuestions(): () => string {
  let asked = 0;
  return () => {
    const days = 1 + (asked % DAYS_MAX);
    const spelling = Math.floor(asked / DAYS_MAX);
    asked += 1;
    const letters = [...CITY.name].map((letter, i) =>
      (spelling >> i) & 1 ? letter.toUpperCase() : letter.toLowerCase(),
    );
    return demandPath(letters.join(''), days);
  };
}

function demandPath(city: string, days: number): string {
  return `/api/v2/intelligence/agent-demand?city=${city}&days=${days}`;
}
