import { readdirSync, readFileSync } from 'node:fs';
import type { VehicleKind } from '../../../src/kit/vehicle-kinds.ts';
import { readTariff } from '../../../src/tariffs/input/read-tariff.ts';
import { tariffInFile } from '../../../src/tariffs/input/tariff-in-file.ts';
import type { LotPlace } from '../../../src/tariffs/price/lot-clock.ts';
import type { Tariff } from '../../../src/tariffs/tariff.ts';

/** A stay that the publisher prices: `starts` by the clocks of the place, `amount` as published. */
type WorkedStay = {
  starts: string;
  minutes: number;
  vehicle_kind?: VehicleKind;
  amount: number;
  says: string;
};
type PriceList = {
  name: string;
  source: string;
  text: string;
  currency: string;
  timezone: string;
  country: string;
  subdivision: string | null;
  tariff: unknown;
  worked: WorkedStay[];
};
/** A price list that no tariff says, and why. */
type NotSayable = { name: string; source: string; text: string; reason: string };

const FOLDER = new URL('published/', import.meta.url);
const NOT_SAYABLE_FILE = 'not-sayable.json';

export const readPublished = (name: string) => readFileSync(new URL(name, FOLDER), 'utf8');
export const PUBLISHED_FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
export const PRICE_LISTS = PUBLISHED_FILES.filter((name) => name !== NOT_SAYABLE_FILE).flatMap(
  (name) => JSON.parse(readPublished(name)) as PriceList[],
);
export const NOT_SAYABLE = JSON.parse(readPublished(NOT_SAYABLE_FILE)) as NotSayable[];

export function placeOf({ country, subdivision, timezone }: PriceList): LotPlace {
  return { country, state: subdivision, timezone };
}

/** As a lot of that place can post it. */
export function tariffOf(list: PriceList): Tariff {
  return readTariff(tariffInFile(list.tariff), list.currency, placeOf(list));
}
