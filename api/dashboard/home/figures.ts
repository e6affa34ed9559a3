import { type Html, html } from '../../dress/html.ts';
import { type CallsShape, listCallsOperation } from '../../v1/calls/list.ts';
import type { OverviewShape } from '../../v1/overview/overview-shape.ts';
import { listUsageOperation } from '../../v2/usage/list.ts';
import type { Visit } from '../dashboard-page.ts';
import { amount, count, counted, dollars } from '../parts/amount.ts';
import { mayCall } from '../visit/may-call.ts';

const ISO_DAY_LENGTH = 'yyyy-mm-dd'.length;
const PERCENT = 100;

type Usage = { data: { query_count: number; total_cents: number } };

/** What happens today, each figure with the page that it is from. */
export async function figures(visit: Visit, overview: OverviewShape): Promise<Html> {
  const { href } = visit;
  const ofPrograms = await Promise.all([calls(visit), pricedAnswers(visit)]);
  return html`<h2>Today</h2>
<p class="quiet">Since midnight in ${overview.timezone}, where most of your lots are.</p>
<ul class="cards">
${card('Stays', href('/stays'), count(overview.stays_begun), 'began on your lots')}
${card('Parked now', href('/stays', { status: 'active' }), ...running(overview))}
${income(overview).map(([figure, words]) => card('Income', href('/payouts'), figure, words))}
${card('Occupancy now', href('/lots'), ...occupancy(overview))}
${ofPrograms}
</ul>`;
}

function card(name: string, href: string, figure: string, words: string): Html {
  return html`<li class="card"><h3><a href="${href}">${name}</a></h3>
<p class="figure">${figure}</p><p>${words}</p></li>
`;
}

type Figure = readonly [figure: string, words: string];

function running({ lots }: OverviewShape): Figure {
  return [count(lots?.stays_running), 'stays are running'];
}

/** One for each currency: amounts are never converted. */
function income({ income: sums }: OverviewShape): Figure[] {
  if (sums.length === 0) return [['none', 'no stay was paid yet']];
  return sums.map(({ currency, net, ...parts }) => {
    const of = (units: number) => amount(units, currency);
    const less = `${of(parts.platform_fee)} fee and ${of(parts.refunds)} refunds`;
    return [of(net), `${of(parts.gross)} paid, less ${less}`];
  });
}

function occupancy({ lots }: OverviewShape): Figure {
  if (lots === null) return ['not known', 'there are too many lots to add up'];
  const { unknown_count: unknown } = lots;
  if (lots.spaces === null || lots.spaces.total === 0)
    return ['not known', 'the number of spaces is known of no open lot'];
  const { occupied, total } = lots.spaces;
  const percent = Math.round((PERCENT * occupied) / total);
  return [
    `${percent} %`,
    `${count(occupied)} of ${counted(total, 'space')}${
      unknown > 0 ? `; ${counted(unknown, 'lot')} with an unknown number` : ''
    }`,
  ];
}

/** Since the day (UTC) began: the days of calls and charges are those of UTC. */
const dayOf = ({ api }: Visit) => new Date(api.clock.now()).toISOString().slice(0, ISO_DAY_LENGTH);

/** All calls of programs and people, those of this page included. */
async function calls(visit: Visit): Promise<Html | false> {
  if (!mayCall(visit, listCallsOperation)) return false;
  const day = dayOf(visit);
  const { total } = await visit.call<CallsShape>(listCallsOperation, {
    query: { from: day, to: day },
  });
  const { ok_count: ok, refused_count: refused, limited_count: limited } = total;
  const all = ok + refused + limited + total.failed_count;
  const words = `today (UTC); ${count(all - ok)} refused or failed`;
  return card('Calls', visit.href('/usage'), count(all), words);
}

async function pricedAnswers(visit: Visit): Promise<Html | false> {
  if (!mayCall(visit, listUsageOperation)) return false;
  const day = dayOf(visit);
  const { data } = await visit.call<Usage>(listUsageOperation, { query: { from: day, to: day } });
  const words = `for ${counted(data.query_count, 'answer')} today (UTC)`;
  return card('Priced answers', visit.href('/usage'), dollars(data.total_cents), words);
}
