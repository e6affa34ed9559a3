import Holidays from 'date-holidays';
import { plainLetters } from '../text/plain-letters.ts';

/** Common names that the package lacks, after the code of their country and its code of theirs. */
const MORE_NAMES = `
  DE BY Bavaria; DE HE Hesse; DE MV Mecklenburg-Western Pomerania; DE NI Lower Saxony;
  DE NW North Rhine-Westphalia; DE RP Rhineland-Palatinate; DE SN Saxony; DE ST Saxony-Anhalt;
  DE TH Thuringia;
  ES AN Andalusia; ES AS Principado de Asturias; ES CM Castilla-La Mancha; ES CN Canarias;
  ES CT Catalunya; ES IB Islas Baleares; ES NC Navarre; ES PV Euskadi; ES VC Valencia;
  IT 21 Piemonte; IT 25 Lombardia; IT 32 South Tyrol; IT 82 Sicilia
`;

/** Words that some leave out of a name: `Kanton Zürich` and `Zürich` are the same. */
const FILLERS = new Set(
  `kanton canton cantone land freistaat freie hansestadt departement departamento province provincia
  region state estado comunidad comunitat autonoma foral ciudad
  and of the und de d des du dei del y et`.split(/\s+/),
);

const codesByCountry = new Map<string, Map<string, string>>();

/**
 * The code by which `date-holidays` knows a state of a country, which has to be in capitals. The
 * state is given as people write it: `ON`, `CA-ON`, `Ontario`, `D.C.`, `Bavaria`, `Bayern`,
 * `québec`. Null when no state of that country is called so.
 */
export function stateCode(country: string, state: string): string | null {
  let codes = codesByCountry.get(country);
  if (codes === undefined) {
    codes = readCodes(country);
    codesByCountry.set(country, codes);
  }
  return codes.get(lettersOf(state)) ?? codes.get(nameOf(state)) ?? null;
}

function readCodes(country: string): Map<string, string> {
  const codes = new Map<string, string>();
  const holidays = new Holidays(country);
  // The package returns undefined for a country without states, against its own type.
  for (const language of holidays.getLanguages())
    for (const [code, name] of Object.entries(holidays.getStates(country, language) ?? {}))
      codes.set(nameOf(name), code);
  for (const entry of MORE_NAMES.split(';')) {
    const [of, code = '', ...name] = entry.trim().split(/\s+/);
    if (of === country) codes.set(nameOf(name.join(' ')), code);
  }
  // Last, because where a name and a code are the same, the code is meant.
  for (const code of new Set(codes.values()))
    for (const written of [code, country + code]) codes.set(lettersOf(written), code);
  return codes;
}

/** `D.C.` -> `dc` */
function lettersOf(text: string): string {
  return plainLetters(text).replace(/[^\p{Letter}\p{Number}]+/gu, '');
}

/** `Canton of Zürich` -> `zurich`, with one space between words. */
function nameOf(text: string): string {
  return plainLetters(text)
    .split(/[^\p{Letter}\p{Number}]+/u)
    .filter((word) => word !== '' && !FILLERS.has(word))
    .join(' ');
}
