import { plainLetters } from '../../text/plain-letters.ts';
import { fallbackName } from '../fallback-name.ts';
import type { TaggedLot } from './exported-lot.ts';

/** Words for a car park; as a name they say no more than `amenity=parking`. */
const GENERIC = new Set(
  `parking|car park|carpark|parking lot|parking garage|parking area|public parking|private parking
  |free parking|visitor parking|customer parking|street parking|parking place|parking space|garage
  |multi-storey car park|underground parking|park and ride|park & ride|p+r|p
  |parkplatz|parkplatze|parkhaus|tiefgarage|parkflache|kundenparkplatz|besucherparkplatz
  |stationnement|parc de stationnement|parking public|parking prive|parking souterrain
  |aparcamiento|estacionamiento|parqueadero|estacionamento|parque de estacionamento
  |parcheggio|parcheggio pubblico|parkeerplaats|parkeergarage|parkering|parkeringsplats
  |parkeringsplass|parkeringsplads|parkeringshus|parkoviste|parkovisko|parkiraliste|parkirisce
  |pysakointi|pysakointialue|pysakointipaikka|pysakointihalli|otopark|parkla|parkologg|parkolo
  |парковка|стоянка|автостоянка|паркинг|駐車場|停车场|停車場|주차장`
    .split('|')
    .map((word) => plainLetters(word.trim())),
);

/** `way/1` is the object in OpenStreetMap. */
const OBJECT_REF = /^(?:node|way|relation)\/-?\d+$/;
/** `slug@60.17123,24.94123` was made of name and position, where nothing else was known. */
const PLACE_REF = /@(?<place>-?\d{1,2}\.\d{5},-?\d{1,3}\.\d{5})$/;

/** The operator's own reference, and what mappers write for each other. */
const OWN_TEXTS = /^(?:ref|note|fixme|source)(?:$|:)/i;

/** The lot's name; undefined when it has none of its own. */
export function ownName({
  name,
  ref,
  osmTags,
}: Pick<TaggedLot, 'name' | 'ref' | 'osmTags'>): string | undefined {
  const isGeneric = GENERIC.has(plainLetters(name).replaceAll(/\s+/g, ' ').trim());
  const place = PLACE_REF.exec(ref ?? '')?.groups?.place;
  return isGeneric || name === fallbackName(osmTags, place ?? ref) ? undefined : name;
}

/** The reference that somebody gave the lot; undefined when an import made it. */
export function ownRef({ ref }: Pick<TaggedLot, 'ref'>): string | undefined {
  return ref === null || OBJECT_REF.test(ref) || PLACE_REF.test(ref) ? undefined : ref;
}

/** Whether a tag is the operator's own text, which only it may give to others. */
export function isOwnText(key: string): boolean {
  return OWN_TEXTS.test(key);
}
