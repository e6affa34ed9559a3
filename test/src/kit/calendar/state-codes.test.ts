import { expect, test } from 'vitest';
import { stateCode } from '../../../../src/kit/calendar/state-codes.ts';

test.each([
  ['DE', 'BY', ['BY', 'by', ' DE-BY ', 'Bayern', 'Bavaria', 'Freistaat Bayern', 'BAYERN']],
  ['DE', 'HH', ['Hamburg', 'Freie und Hansestadt Hamburg']],
  ['DE', 'BW', ['Baden-Württemberg', 'Baden Wurttemberg']],
  ['CA', 'ON', ['ON', 'CA-ON', 'Ontario']],
  ['CA', 'QC', ['QC', 'Quebec', 'Québec', 'Province of Quebec']],
  ['CA', 'NL', ['NL', 'Newfoundland and Labrador', 'Newfoundland & Labrador']],
  ['US', 'DC', ['DC', 'D.C.', 'District of Columbia']],
  ['US', 'NE', ['NE', 'Nebraska', 'State of Nebraska']],
  ['GB', 'ENG', ['ENG', 'England']],
  ['CH', 'ZH', ['ZH', 'Zürich', 'Zurich', 'Kanton Zürich', 'Canton de Zurich', 'ZURICH']],
  ['CH', 'UR', ['Uri', 'Canton d’Uri']],
  ['AT', '9', ['9', 'AT-9', 'Wien', 'Vienna']],
  ['AT', '5', ['Salzburg', 'Land Salzburg']],
  ['ES', 'MD', ['MD', 'Madrid', 'Comunidad de Madrid']],
  ['ES', 'CT', ['CT', 'Cataluña', 'Catalunya', 'catalonia']],
  ['IT', '25', ['25', 'Lombardia', 'Lombardy']],
  ['FR', '67', ['67', 'Bas-Rhin']],
])('a state of %s is known as %s under each of its names: %s', (country, code, names) => {
  expect(names.map((name) => stateCode(country, name))).toEqual(names.map(() => code));
});

test.each([
  ['DE', 'Narnia'],
  ['DE', 'ON'],
  ['FR', 'IDF'],
  ['US', ''],
  ['US', 'State of'],
  ['PT', 'Lisboa'],
  ['XX', 'XX'],
])('another name is no state: %s "%s"', (country, name) => {
  expect(stateCode(country, name)).toBe(null);
});
