import { expect, test } from 'vitest';
import { requirementWords } from '../../../../../src/money/payments/payees/requirement-words.ts';

test.each([
  ['external_account', 'a bank account to be paid out to'],
  ['individual.verification.document', 'an identity document of the owner'],
  ['person_1AbC.dob.day', 'a date of birth of a person of the company'],
  ['representative.address.city', 'the address of who represents the company'],
  ['company.tax_id', 'the tax number of the company'],
  // Nothing that Stripe asks for is left out.
  ['company.export_license_id', 'company export license id'],
])('%s is %s', (name, words) => {
  expect(requirementWords([name])).toEqual([words]);
});

test('what is asked for in parts is one line', () => {
  const parts = ['individual.dob.day', 'individual.dob.month', 'individual.dob.year'];
  expect(requirementWords(parts)).toEqual(['a date of birth of the owner']);
});
