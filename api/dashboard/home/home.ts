import { COPY } from '../../dress/design-files.ts';
import { type Html, html } from '../../dress/html.ts';
import { getOverviewOperation } from '../../v1/overview/get.ts';
import type { OverviewShape } from '../../v1/overview/overview-shape.ts';
import { curve } from '../curve/curve.ts';
import { CURVE_SCRIPTS, CURVE_STYLES } from '../curve/curve-files.ts';
import type { ClosedPage } from '../dashboard-page.ts';
import { attention } from './attention.ts';
import { figures } from './figures.ts';
import { firstSteps } from './first-steps.ts';

export const homePage: ClosedPage = {
  path: '/dashboard',
  name: 'dashboardHome',

  async get(visit) {
    const { overview } = await visit.call<{ overview: OverviewShape }>(getOverviewOperation);
    const [shown, toDo] = await Promise.all([figures(visit, overview), attention(visit, overview)]);
    const isNew = overview.lots?.count === 0;
    return {
      title: 'Home',
      scripts: isNew ? [COPY] : CURVE_SCRIPTS,
      styles: isNew ? [] : CURVE_STYLES,
      main: html`${isNew && firstSteps(visit)}${toDoList(toDo)}${shown}${
        !isNew && lastDay(overview)
      }`,
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

function lastDay({ recent_hours: hours, timezone: zone }: OverviewShape): Html {
  return html`<h2>The last day</h2>
${curve({
  ...{ label: 'Stays', zone },
  caption: `Stays that began by hour, in ${zone}`,
  more: 'The last hour is not over yet.',
  hours: hours.map(({ from, stays_begun: value }) => ({ at: from, value })),
})}`;
}
