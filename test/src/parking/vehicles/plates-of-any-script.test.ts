import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalisePlate, readPlate } from '../../../../src/parking/vehicles/plate.ts';

/** By country: as it is written, and as it is compared. */
const PLATES: readonly [string, string, string][] = [
  ['Germany', 'MÜ-AB 12', 'MÜAB12'],
  ['Germany', 'KÜN-X 7 H', 'KÜNX7H'],
  ['Austria', 'W-12345 A', 'W12345A'],
  ['France', 'AB-123-CD', 'AB123CD'],
  ['Great Britain', 'ab12 cde', 'AB12CDE'],
  ['Great Britain', 'A 1', 'A1'],
  ['Denmark', 'ØL 12 345', 'ØL12345'],
  ['Sweden', 'MÅL 12Å', 'MÅL12Å'],
  ['Spain', '1234 BCD', '1234BCD'],
  ['Poland', 'ŁÓ 1234', 'ŁÓ1234'],
  ['Russia', 'А 123 ВС 77', 'А123ВС77'],
  ['Russia', 'о777оо197', 'О777ОО197'],
  ['Ukraine', 'АІ 1234 ЇВ', 'АІ1234ЇВ'],
  ['Serbia', 'ЧА·123-ЂШ', 'ЧА123ЂШ'],
  ['Greece', 'ΙΚΖ-1234', 'ΙΚΖ1234'],
  ['Israel', '12-345-67', '1234567'],
  ['Israel', 'צ-123456', 'צ123456'],
  ['Egypt', 'ق ي ن ١٢٣٤', 'قين١٢٣٤'],
  ['Saudi Arabia', 'أ ب ح 1234', 'أبح1234'],
  ['Iran', '۱۲ ب ۳۴۵ ۶۷', '۱۲ب۳۴۵۶۷'],
  ['China', '京A·12345', '京A12345'],
  ['China', '沪A•D12345', '沪AD12345'],
  ['Taiwan', '臺北・ABC-1234', '臺北ABC1234'],
  ['Japan', '品川 300 さ 12-34', '品川300さ1234'],
  ['Japan', '横浜 ５００ あ ・・・１', '横浜500あ1'],
  ['South Korea', '12가 3456', '12가3456'],
  ['Thailand', '1กก 1234 กรุงเทพ', '1กก1234กรุงเทพ'],
  ['Nepal', 'बा २ च १२३४', 'बा२च१२३४'],
  ['Nepal', 'प्रदेश ३-०१-००१ च १२३४', 'प्रदेश३०१००१च१२३४'],
  ['Bangladesh', 'ঢাকা মেট্রো-গ ১১-১২৩৪', 'ঢাকামেট্রোগ১১১২৩৪'],
  ['United States', 'VERYLONGPLATE15', 'VERYLONGPLATE15'],
];

test('plates of fifteen countries and more are read, compared by one form and shown as given', () => {
  expect(PLATES.length).toBeGreaterThanOrEqual(30);
  expect(new Set(PLATES.map(([country]) => country)).size).toBeGreaterThanOrEqual(15);
  for (const [, given, plate] of PLATES)
    expect(readPlate(` ${given}\t`), given).toEqual({ plate, shownPlate: given });
});

const NO_PLATES: readonly [string, string][] = [
  ['nothing', ''],
  ['only spaces', '   '],
  ['only dashes and dots', '-·- –•'],
  ['one letter', 'A'],
  ['one letter with its mark', 'U\u0308'],
  ['one Chinese letter with separators', ' 京 · '],
  ['16 letters', 'ABCDEFGHIJKLMNOP'],
  ['16 digits', '1234 5678 9012 3456'],
  ['17 in upper case', `B${'ß'.repeat(8)}`],
  ['a full stop', 'AB.123'],
  ['a comma', 'AB 12, CD 34'],
  ['a slash', 'AB/123'],
  ['an underscore', 'AB_123'],
  ['an apostrophe', "AB'123"],
  ['quotes', '"AB123"'],
  ['a plus sign', 'AB+123'],
  ['a hash', '#AB123'],
  ['a star', 'AB*123'],
  ['a question mark', 'AB12?'],
  ['a full-width question mark', 'AB１２？'],
  ['an e-mail address', 'a@b.example'],
  ['markup', '<b>AB123</b>'],
  ['a statement', "AB'; drop table"],
  ['braces', '{plate}'],
  ['an emoji', 'AB 123 🚗'],
  ['a heart', 'I♥NY1'],
  ['a flag', '🇩🇪AB123'],
  ['a currency sign', '€AB123'],
  ['a Roman numeral with brackets', 'AB⑴'],
  ['a fraction', 'AB½'],
  ['half a character', 'AB\ud83d'],
  ['a zero byte', 'AB\u0000123'],
  ['a mark without a letter', '\u0308AB12'],
  ['a mark on a digit', 'AB1\u0308'],
  ['a letter under five marks', 'AB\u0308\u0301\u0302\u0303\u0304\u0305'],
  ['a letter of a private use', 'AB\ue000'],
  ['a text too long to look at', `AB${' '.repeat(60)}12`],
];

test('as many texts that are no plates are refused', () => {
  expect(NO_PLATES.length).toBeGreaterThanOrEqual(30);
  for (const [what, text] of NO_PLATES) expect(readPlate(text), what).toBeUndefined();
});

test('one plate written in many ways is the same plate', () => {
  const ways = {
    MÜAB12: [
      'MÜ-AB 12',
      'mü ab 12',
      'MU\u0308-AB 12',
      'ＭÜ－ＡＢ　１２',
      'MÜ–AB\u00a012',
      'MÜ·AB·12',
    ],
    京A12345: ['京A·12345', '京a12345', '京A・12345', '京Ａ•１２３４５', '京A●12345'],
    STRASSE1: ['Straße 1', 'STRASSE-1', 'ſtraße1'],
    '12가3456': ['12가 3456', '12\u1100\u1161 3456'],
    קין12: ['\u200fקין\u200e 12'],
  };
  for (const [plate, texts] of Object.entries(ways))
    for (const text of texts) expect(normalisePlate(text), text).toBe(plate);
});

test('letters and digits that look alike in two scripts stay apart', () => {
  const twins = [
    ['A123BC77', 'А123ВС77', 'Α123ΒϹ77'],
    ['12O4', '1204', '12О4', '12Ο4'],
    ['AB123', 'AB١٢٣', 'AB۱۲۳', 'AB१२३'],
    ['MUAB12', 'MÜAB12', 'MUEAB12'],
    ['I1', 'İ1'],
  ];
  for (const texts of twins)
    expect(new Set(texts.map(normalisePlate)).size, texts.join(' ')).toBe(texts.length);
});

test('what a plate is compared by is a plate that is compared by itself', () => {
  const anySign = fc.oneof(
    fc.integer({ min: 0x20, max: 0x2ffff }).map((code) => String.fromCodePoint(code)),
    fc.constantFrom(...PLATES.flatMap(([, given]) => [...given]), ...'ßŉǰſⅻᾳ\u0345'),
  );
  const anyText = fc.array(anySign, { minLength: 1, maxLength: 12 }).map((signs) => signs.join(''));
  fc.assert(
    fc.property(anyText, (text) => {
      const read = readPlate(text);
      if (read === undefined) return;
      expect(normalisePlate(read.plate)).toBe(read.plate);
      expect(normalisePlate(read.shownPlate)).toBe(read.plate);
    }),
    { numRuns: 2_000 },
  );
});

test('every letter and digit, doubled, is compared by a plate that is compared by itself', () => {
  const changing: string[] = [];
  for (let code = 0x30; code <= 0x10ffff; code += 1) {
    const sign = String.fromCodePoint(code);
    const plate = /[\p{L}\p{Nd}]/u.test(sign) ? normalisePlate(sign + sign) : undefined;
    if (plate !== undefined && normalisePlate(plate) !== plate) changing.push(sign);
  }
  expect(changing).toEqual([]);
});

test('plates of A to Z and 0 to 9, as they were stored before, stay as they are', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Z0-9]{2,12}$/), (plate) => {
      expect(readPlate(plate)).toEqual({ plate, shownPlate: plate });
    }),
  );
});
