import { expect, test } from 'vitest';
import {
  MandateInput,
  MandateLeftSchema,
  presentMandateLeft,
} from '../../../api/fields/mandate-shape.ts';
import { newAjv } from '../../../api/input/validate.ts';
import { newUuid } from '../../../src/kit/uuid.ts';
import { closed } from '../../../src/kit/web/input/closed.ts';
import { newMandate } from '../../stage/fixtures.ts';
import { REFUSED, UNDERSTOOD } from '../../stage/mandate-inputs.ts';

const ajv = newAjv({});
const accepts = ajv.compile(closed(MandateInput));
const shows = ajv.compile(closed(MandateLeftSchema));
/** Without nulls: they are dropped from a body before its schema is asked. */
const parse = (text: string) =>
  JSON.parse(text.replaceAll(/LOT|SANDBOX/g, newUuid()), (_, value) => value ?? undefined);

test('the schema accepts every mandate that is understood', () => {
  const refused = UNDERSTOOD.filter(([text]) => !accepts(parse(text)));
  expect(refused).toEqual([]);
});

test('of the mandates that are refused, the schema names the shapes that are wrong', () => {
  const named = REFUSED.filter(([text]) => !accepts(parse(text)));
  expect(named.map(([text]) => text)).toEqual(
    expect.arrayContaining(['[]', '{"currency":"eur","max_per_day":"20.00"}', '{"lot_ids":[]}']),
  );
});

const NOTHING = { currency: null, perStayMinor: null, perDayMinor: null, perMonthMinor: null };

test.each([
  ['nothing but activation', newMandate({ needsActivation: true }), NOTHING],
  [
    'all rules',
    newMandate({
      currency: 'eur',
      maxPerStayMinor: 450,
      maxPerDayMinor: 2_000,
      maxPerMonthMinor: 30_000,
      lotIds: [newUuid()],
      area: { lat: 48.1, lng: 11.5, radiusM: 1_500 },
      hours: 'Mo-Fr 07:00-19:00',
    }),
    { currency: 'eur', perStayMinor: 450, perDayMinor: 125, perMonthMinor: 0 },
  ],
])('a mandate with %s is shown as its schema says', (_, mandate, left) => {
  const shown = presentMandateLeft(mandate, left);
  expect(shows(shown), ajv.errorsText(shows.errors)).toBe(true);
  if (left === NOTHING) return;
  expect(shown).toMatchObject({
    max_per_stay: 4.5,
    max_per_day: 20,
    left_today: 1.25,
    left_this_month: 0,
    area: { radius_km: 1.5 },
  });
});
