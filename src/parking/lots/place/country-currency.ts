/** ISO 4217 codes, each with the ISO 3166-1 countries and territories that use it (2026). */
const COUNTRIES_BY_CURRENCY = `
  aed AE; afn AF; all AL; amd AM; aoa AO; ars AR; aud AU CC CX KI NF NR TV; awg AW; azn AZ;
  bam BA; bbd BB; bdt BD; bhd BH; bif BI; bmd BM; bnd BN; bob BO; brl BR; bsd BS; btn BT; bwp BW;
  byn BY; bzd BZ; cad CA; cdf CD; chf CH LI; clp CL; cny CN; cop CO; crc CR; cup CU; cve CV;
  czk CZ; djf DJ; dkk DK FO GL; dop DO; dzd DZ; egp EG; ern ER; etb ET;
  eur AD AT AX BE BG BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE
  SI SK SM TF VA YT;
  fjd FJ; fkp FK; gbp GB GG GS IM JE; gel GE; ghs GH; gip GI; gmd GM; gnf GN; gtq GT; gyd GY;
  hkd HK; hnl HN; htg HT; huf HU; idr ID; ils IL PS; inr IN; iqd IQ; irr IR; isk IS; jmd JM;
  jod JO; jpy JP; kes KE; kgs KG; khr KH; kmf KM; kpw KP; krw KR; kwd KW; kyd KY; kzt KZ; lak LA;
  lbp LB; lkr LK; lrd LR; lsl LS; lyd LY; mad EH MA; mdl MD; mga MG; mkd MK; mmk MM; mnt MN;
  mop MO; mru MR; mur MU; mvr MV; mwk MW; mxn MX; myr MY; mzn MZ; nad NA; ngn NG; nio NI;
  nok NO SJ; npr NP; nzd CK NU NZ PN TK; omr OM; pab PA; pen PE; pgk PG; php PH; pkr PK; pln PL;
  pyg PY; qar QA; ron RO; rsd RS; rub RU; rwf RW; sar SA; sbd SB; scr SC; sdg SD; sek SE; sgd SG;
  shp SH; sle SL; sos SO; srd SR; ssp SS; stn ST; syp SY; szl SZ; thb TH; tjs TJ; tmt TM; tnd TN;
  top TO; try TR; ttd TT; twd TW; tzs TZ; uah UA; ugx UG;
  usd AS BQ EC FM GU IO MH MP PR PW SV TC TL UM US VG VI ZW; uyu UY; uzs UZ; ves VE; vnd VN;
  vuv VU; wst WS; xaf CF CG CM GA GQ TD; xcd AG AI DM GD KN LC MS VC; xcg CW SX;
  xof BF BJ CI GW ML NE SN TG; xpf NC PF WF; yer YE; zar ZA; zmw ZM
`;

const currencyByCountry = new Map(
  COUNTRIES_BY_CURRENCY.split(';').flatMap((entry) => {
    const [currency = '', ...countries] = entry.trim().split(/\s+/);
    return countries.map((country) => [country, currency] as const);
  }),
);

/**
 * Antarctica has no currency. XK is the code that everyone uses for Kosovo, which ISO 3166-1 lacks.
 */
const COUNTRIES_WITHOUT_CURRENCY = ['AQ', 'XK'];

/** Whether `code` is the two capital letters of a country or territory. */
export function isCountry(code: string): boolean {
  return currencyByCountry.has(code) || COUNTRIES_WITHOUT_CURRENCY.includes(code);
}

/** Lower-case ISO 4217; undefined for an unknown country, Antarctica and Kosovo. */
export function currencyOf(country: string): string | undefined {
  return currencyByCountry.get(country);
}
