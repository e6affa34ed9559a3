/** What Stripe asks for, by the end of its name, in words for whoever has to state it. */
const WORDS: Readonly<Record<string, string>> = {
  external_account: 'a bank account to be paid out to',
  'tos_acceptance.date': "agreement with the processor's terms",
  'tos_acceptance.ip': "agreement with the processor's terms",
  business_type: 'whether it is a company or a person',
  'business_profile.mcc': 'what kind of business it is',
  'business_profile.url': 'the website of the business',
  'business_profile.product_description': 'what the business sells',
  'business_profile.support_phone': 'a telephone number for customers',
  'company.name': 'the name of the company',
  'company.tax_id': 'the tax number of the company',
  'company.phone': 'the telephone number of the company',
  'company.verification.document': 'a document that proves the company',
  'verification.document': 'an identity document',
  'verification.additional_document': 'a second document, such as of the address',
  first_name: 'a first name',
  last_name: 'a last name',
  'dob.day': 'a date of birth',
  'dob.month': 'a date of birth',
  'dob.year': 'a date of birth',
  ssn_last_4: 'the last digits of a social security number',
  id_number: 'a personal identity number',
  email: 'an e-mail address',
  phone: 'a telephone number',
};

/** Whose it is, by the first part of a name. */
const PERSONS: Readonly<Record<string, string>> = {
  individual: 'of the owner',
  representative: 'of who represents the company',
  owners: 'of the owners',
  directors: 'of the directors',
  executives: 'of the executives',
};

/** What the processor wants to know, one line for each thing; its own name where we know none. */
export function requirementWords(requirements: readonly string[]): string[] {
  return [...new Set(requirements.map(inWords))];
}

function inWords(name: string): string {
  const known = WORDS[name];
  if (known !== undefined) return known;
  const [whose = '', ...rest] = name.split('.');
  const person = PERSONS[whose] ?? (/^person_/.test(whose) ? 'of a person of the company' : '');
  const what = rest[0] === 'address' ? 'the address' : WORDS[rest.join('.')];
  if (what !== undefined && person !== '') return `${what} ${person}`;
  return name.replaceAll(/[._]/g, ' ');
}
