import { format, isWeekend } from 'date-fns';
import { type Chart, checkPoints, type Day, daysOf, type Point } from './chart.ts';
import { describeChart } from './describe-chart.ts';
import { bandPath, dotsPath, fixed, linePath } from './paths.ts';

/** All in pixels of the drawing. */
const SIZE = { width: 900, height: 260 };
const PLOT = { left: 56, right: 884, top: 70, bottom: 216 };
const MARGIN = 16;
const BASELINES = { title: 26, subtitle: 44, unit: 65, weekday: 233, date: 248 };
/** As wide as `30 Sep`, with some space. */
const DAY_LABEL_WIDTH = 44;
/** `left` is that of the label, which stands beside its mark. */
const LEGEND = [
  { left: 620, label: '80 % interval', mark: '<path class="band" d="M590,16h24v11h-24z"/>' },
  { left: 744, label: 'Forecast', mark: '<path class="forecast" d="M714,22h24"/>' },
  { left: 842, label: 'Actual', mark: '<path class="actual" d="M812,22h24"/>' },
];
/** Where the shares of the axis end, and how far their baselines are below their lines. */
const [SHARE_RIGHT, SHARE_DROP] = [50, 4];
const WORD_GAP = 4;
const SHARES_SHOWN = [0, 0.25, 0.5, 0.75, 1];

/** Without variables, which not every program that shows pictures knows. */
const STYLE = `
text{fill:#1f2328;font:12px -apple-system,"Segoe UI","Noto Sans",Helvetica,Arial,sans-serif}
.title{font-size:15px;font-weight:600}
.muted{fill:#59636e}
.middle{text-anchor:middle}
.end{text-anchor:end}
.page{fill:#fff}
.weekend{fill:#818b98;fill-opacity:.1}
.grid,.axis,.forecast,.actual{fill:none;stroke-linecap:round;stroke-linejoin:round}
.grid{stroke:#d1d9e0;stroke-opacity:.7}
.axis{stroke:#818b98}
.band{fill:#54aeff;fill-opacity:.35}
.forecast{stroke:#0969da;stroke-width:2.8}
.actual{stroke:#1f2328;stroke-width:1.3}
.alone{stroke-width:3.6}
@media (prefers-color-scheme:dark){
text{fill:#f0f6fc}
.muted{fill:#9198a1}
.page{fill:#0d1117}
.grid{stroke:#3d444d}
.band{fill:#1f6feb;fill-opacity:.45}
.forecast{stroke:#58a6ff}
.actual{stroke:#f0f6fc}
}
`;

/** Where the start of a half hour is from left to right. */
type Scale = (halfHour: number) => number;

/**
 * Draws the forecast of a car park and what came as an SVG for light and for dark pages; what it
 * shows is also said in words. The same chart is always the same text. Shares below 0 or above 1
 * are drawn at the edge. Throws when there is no half hour, a value is no number or `from` no date.
 */
export function drawForecast(chart: Chart): string {
  checkPoints(chart.points);
  const { title, subtitle, points } = chart;
  const days = daysOf(chart);
  const xOf: Scale = (halfHour) =>
    PLOT.left + (halfHour / points.length) * (PLOT.right - PLOT.left);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE.width} ${SIZE.height}"` +
      ` width="${SIZE.width}" height="${SIZE.height}" role="img" aria-labelledby="title desc">`,
    `<title id="title">${escaped(title)}</title>`,
    `<desc id="desc">${escaped(describeChart(chart))}</desc>`,
    `<style>${STYLE}</style>`,
    `<rect class="page" width="${SIZE.width}" height="${SIZE.height}" rx="6"/>`,
    textAt(MARGIN, BASELINES.title, 'title', title),
    textAt(MARGIN, BASELINES.subtitle, 'muted', subtitle),
    ...LEGEND.map(({ left, label, mark }) => mark + textAt(left, BASELINES.title, '', label)),
    ...days.filter(({ date }) => isWeekend(date)).map((day) => weekend(day, xOf)),
    ...SHARES_SHOWN.map(shareLine),
    ...days.slice(1).map(({ fromHalfHour }) => midnight(xOf(fromHalfHour))),
    ...curves(points, xOf),
    ...dayLabels(days, xOf),
    '</svg>\n',
  ].join('\n');
}

/** A value of a half hour is drawn in its middle. */
function curves(points: readonly Point[], xOf: Scale): string[] {
  const spot = (i: number, share: number) => ({ x: xOf(i + 0.5), y: yOf(share) });
  const band = points.map(({ low, high }, i) =>
    low === null || high === null ? null : { above: spot(i, high), below: spot(i, low) },
  );
  const forecast = points.map((point, i) =>
    point.forecast === null ? null : spot(i, point.forecast),
  );
  const actual = points.map(({ share }, i) => (share === null ? null : spot(i, share)));
  return [
    `<path class="band" d="${bandPath(band)}"/>`,
    `<path class="forecast" d="${linePath(forecast)}${dotsPath(forecast)}"/>`,
    `<path class="actual" d="${linePath(actual)}"/>`,
    `<path class="actual alone" d="${dotsPath(actual)}"/>`,
  ];
}

function yOf(share: number): number {
  return PLOT.bottom - Math.min(1, Math.max(0, share)) * (PLOT.bottom - PLOT.top);
}

function weekend({ fromHalfHour, toHalfHour }: Day, xOf: Scale): string {
  const [left, right] = [xOf(fromHalfHour), xOf(toHalfHour)].map(fixed);
  return `<path class="weekend" d="M${left},${PLOT.top}H${right}V${PLOT.bottom}H${left}Z"/>`;
}

function midnight(x: number): string {
  return `<path class="grid" d="M${fixed(x)},${PLOT.top}V${PLOT.bottom}"/>`;
}

function shareLine(share: number): string {
  const y = yOf(share);
  const kind = share === 0 ? 'axis' : 'grid';
  return (
    `<path class="${kind}" d="M${PLOT.left},${fixed(y)}H${PLOT.right}"/>` +
    (share === 1
      ? fullLabel()
      : textAt(SHARE_RIGHT, y + SHARE_DROP, 'muted end', `${share * 100} %`))
  );
}

/** Says what is 100 %, so it stands above its line. */
function fullLabel(): string {
  return (
    textAt(SHARE_RIGHT, BASELINES.unit, 'muted end', '100 %') +
    textAt(SHARE_RIGHT + WORD_GAP, BASELINES.unit, 'muted', 'occupied')
  );
}

/** Where days are narrow, only every second or third has a label. */
function dayLabels(days: readonly Day[], xOf: Scale): string[] {
  const every = Math.ceil((DAY_LABEL_WIDTH * days.length) / (PLOT.right - PLOT.left));
  return days
    .filter((_, i) => i % every === 0)
    .flatMap(({ date, fromHalfHour, toHalfHour }) => {
      const x = xOf((fromHalfHour + toHalfHour) / 2);
      return [
        textAt(x, BASELINES.weekday, 'middle', format(date, 'EEE')),
        textAt(x, BASELINES.date, 'muted middle', format(date, 'd MMM')),
      ];
    });
}

function textAt(x: number, y: number, kind: string, text: string): string {
  return `<text class="${kind}" x="${fixed(x)}" y="${fixed(y)}">${escaped(text)}</text>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
