import { badField } from '../../../kit/errors.ts';
import { plainHeader } from '../../../kit/tables/name-columns.ts';

/** The value of `parking` for words of publishers, in lower case and without accents and signs. */
const PARKING_WORDS: Readonly<Record<string, string>> = {
  'multi-storey': `parkhaus parkinghouse parkinggarage garage multistorey multistory
    multistoreycarpark parkingstructure parkeergarage silo`,
  underground: `tiefgarage undergroundgarage undergroundcarpark undergroundparking souterrain
    parkingsouterrain subterraneo ondergronds`,
  surface: `parkplatz parkflache surface surfacelot lot opensurface
    surfacecarpark offstreetsurface offstreetparkingground parkeerterrein enclosensurface
    aparcamientoensuperficie`,
  street_side: `onstreet streetside street strassenrand voirie straat`,
  rooftop: `rooftop`,
  carports: `carport carports`,
};
const PARKING_BY_WORD = byWord(PARKING_WORDS);
/** Kinds of places for other things than cars: of ParkAPI 3, and in words. */
const NOT_FOR_CARS = new Set(
  `bike bikes bicycle bicycles bicycleparking fahrrad fahrradparken velo velos vae fietsen
    bicicletas safewallloops wallloops stands lockers shed twotier building floor lockbox item
    motorcycle motorrad moto bikebox fahrradbox`.split(/\s+/),
);
const FOR_CARS = new Set(
  'car cars auto pkw kfz voiture coche parkingcar vehicle all alle'.split(' '),
);

/** What programs write where there is nothing. */
export const NOTHING = /^(?:N\/?A|NULL|NaN|[-–—]+|k\. ?A\.)$/i;

const YES = new Set('yes true 1 t y j ja oui si wahr sim'.split(' '));
const NO = new Set('no false 0 f n nein non nee falsch nao'.split(' '));

const ACCESS_BY_WORD = byWord({
  yes: `yes true tous public alle all oeffentlich offentlich everybody`,
  permit: `abonnes abonne permit subscribers dauerparker resident residents`,
  customers: `customers customer kunden clients`,
  private: `private no false prive privat`,
});

function byWord(words: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(words).flatMap(([value, list]) =>
      list.split(/\s+/).map((word) => [word, value] as const),
    ),
  );
}

/**
 * The value of `parking` for a kind of lot; a word that nobody knows as it came. Errors:
 * BAD_REQUEST naming the column for a place that is not for cars.
 */
export function parkingOf(column: string, text: string): string {
  const word = plainHeader(text);
  if (NOT_FOR_CARS.has(word)) throw badField(column, `is "${text}": not for cars`);
  return PARKING_BY_WORD.get(word) ?? text;
}

/** Refuses what is not known to be for cars. Errors: BAD_REQUEST naming the column. */
export function checkPurpose(column: string, text: string): void {
  if (!FOR_CARS.has(plainHeader(text))) throw badField(column, `is "${text}": not for cars`);
}

/** `yes` or `no`; a word that is neither as it came. */
export function yesOrNoOf(text: string, { isOpposite = false } = {}): string {
  const word = plainHeader(text);
  if (YES.has(word)) return isOpposite ? 'no' : 'yes';
  if (NO.has(word)) return isOpposite ? 'yes' : 'no';
  return text;
}

/** The value of `access`; a word that nobody knows as it came. */
export function accessOf(text: string): string {
  return ACCESS_BY_WORD.get(plainHeader(text)) ?? text;
}
