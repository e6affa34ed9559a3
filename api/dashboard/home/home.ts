import { COPY } from '../../dress/design-files.ts';
import { type Html, html } from '../../dress/html.ts';
import { listLotsOperation } from '../../v1/lots/list.ts';
import type { OperatorLotShape } from '../../v1/lots/operator-lot.ts';
import { getOverviewOperation } from '../../v1/overview/get.ts';
import type { OverviewShape } from '../../v1/overview/overview-shape.ts';
import type { ClosedPage } from '../dashboard-page.ts';
import { attention } from './attention.ts';
import { figures } from './figures.ts';
import { firstSteps } from './first-steps.ts';
import { todayOf } from './today.ts';

type Lots = { data: OperatorLotShape[] };

/** The newest lots say where an operator is. */
const LOTS_ASKED = 100;

export const homePage: ClosedPage = {
  path: '/dashboard',
  name: 'dashboardHome',

  async get(visit) {
    const { data: lots } = await visit.call<Lots>(listLotsOperation, {
      query: { limit: LOTS_ASKED },
    });
    const zones = lots.map(({ timezone }) => timezone);
    const today = todayOf(zones, new Date(visit.api.clock.now()));
    const { overview } = await visit.call<{ overview: OverviewShape }>(getOverviewOperation, {
      query: { from: today.from },
    });
    const [shown, toDo] = await Promise.all([
      figures(visit, overview, today),
      attention(visit, overview),
    ]);
    const isNew = lots.length === 0;
    return {
      title: 'Home',
      scripts: isNew ? [COPY] : [],
      main: html`${isNew && firstSteps(visit)}${toDoList(toDo)}${shown}`,
    };
  },
};

function toDoList(toDo: readonly Html[]): Html | false {
  return (
    toDo.length > 0 &&
    html`<section class="card"><h2>What needs you</h2>
<ul>${toDo.map((one) => html`<li>${one}</li>\n`)}</ul></section>`
  );
}
