// Draws the table of each figure as a curve, and folds the table. Hours without a value stay gaps.
import uPlot from './uplot.js';

const HEIGHT_PX = 260;
/** What is counted is labelled in whole numbers. */
const STEPS = [1, 10, 100, 1_000, 10_000].flatMap((unit) => [unit, 2 * unit, 5 * unit]);
/** Days before months, as the pages write them. */
const LANGUAGE = 'en-GB';
const DARK = matchMedia('(prefers-color-scheme: dark)');

for (const figure of document.querySelectorAll('figure[data-curve]')) {
  const holder = figure.querySelector('.curve');
  const { zone, label, most } = figure.dataset;
  const rows = [...figure.querySelectorAll('tbody tr')];
  const times = rows.map((row) => Date.parse(row.querySelector('time').dateTime) / 1_000);
  const values = rows.map(({ dataset: { value } }) => (value === '' ? null : Number(value)));
  let plot;

  const written = (options) => {
    const format = new Intl.DateTimeFormat(LANGUAGE, {
      timeZone: zone,
      ...options,
    });
    return (seconds) => format.format(seconds * 1_000);
  };
  const hourOf = written({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const dayOf = written({ day: 'numeric', month: 'short' });
  /** Hours, and below the first one of each day the day. */
  const hours = (_plot, splits) =>
    splits.map((at, index) =>
      index > 0 && dayOf(at) === dayOf(splits[index - 1])
        ? hourOf(at)
        : `${hourOf(at)}\n${dayOf(at)}`,
    );
  const moment = (_plot, at) => (at === null ? '–' : `${dayOf(at)}, ${hourOf(at)}`);

  const width = () => Math.max(240, holder.clientWidth);
  const draw = () => {
    plot?.destroy();
    const colour = (name) => {
      holder.style.color = `var(--${name})`;
      return getComputedStyle(holder).color;
    };
    const [accent, soft, quiet, line] = ['accent', 'accent-soft', 'ink-quiet', 'line'].map(colour);
    holder.style.color = '';
    const axis = { stroke: quiet, grid: { stroke: line, width: 1 }, ticks: { stroke: line } };
    plot = new uPlot(
      {
        width: width(),
        height: HEIGHT_PX,
        tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), zone),
        scales: { y: { range: (_plot, _least, top) => [0, Math.max(1, Number(most), top)] } },
        axes: [
          { ...axis, values: hours },
          { ...axis, incrs: STEPS },
        ],
        series: [
          { value: moment },
          { label, stroke: accent, fill: soft, width: 2, spanGaps: false },
        ],
      },
      [times, values],
      holder,
    );
  };

  holder.hidden = false;
  figure.querySelector('details').open = false;
  draw();
  new ResizeObserver(() => plot.setSize({ width: width(), height: HEIGHT_PX })).observe(figure);
  DARK.addEventListener('change', draw);
  new MutationObserver(draw).observe(document.documentElement, {
    attributeFilter: ['data-theme'],
  });
}
