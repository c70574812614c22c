/** US states, territories and armed forces regions, by the abbreviation of the US Postal Service. */
export const US_STATES: Readonly<Record<string, string>> = {
  AL: "Alabama",
  AK: "Alaska",
  AS: "American Samoa",
  AZ: "Arizona",
  AR: "Arkansas",
  AA: "Armed Forces Americas",
  AE: "Armed Forces Europe",
  AP: "Armed Forces Pacific",
  CA: "California",
  CO: "Colorado",
  CT: "Connecticut",
  DE: "Delaware",
  DC: "District of Columbia",
  FM: "Federated States of Micronesia",
  FL: "Florida",
  GA: "Georgia",
  GU: "Guam",
  HI: "Hawaii",
  ID: "Idaho",
  IL: "Illinois",
  IN: "Indiana",
  IA: "Iowa",
  KS: "Kansas",
  KY: "Kentucky",
  LA: "Louisiana",
  ME: "Maine",
  MH: "Marshall Islands",
  MD: "Maryland",
  MA: "Massachusetts",
  MI: "Michigan",
  MN: "Minnesota",
  MS: "Mississippi",
  MO: "Missouri",
  MT: "Montana",
  NE: "Nebraska",
  NV: "Nevada",
  NH: "New Hampshire",
  NJ: "New Jersey",
  NM: "New Mexico",
  NY: "New York",
  NC: "North Carolina",
  ND: "North Dakota",
  MP: "Northern Mariana Islands",
  OH: "Ohio",
  OK: "Oklahoma",
  OR: "Oregon",
  PW: "Palau",
  PA: "Pennsylvania",
  PR: "Puerto Rico",
  RI: "Rhode Island",
  SC: "South Carolina",
  SD: "South Dakota",
  TN: "Tennessee",
  TX: "Texas",
  UT: "Utah",
  VT: "Vermont",
  VI: "Virgin Islands",
  VA: "Virginia",
  WA: "Washington",
  WV: "West Virginia",
  WI: "Wisconsin",
  WY: "Wyoming",
};

/** True for one of the codes. */
export const isUsState = (code: string): boolean => Object.hasOwn(US_STATES, code);

/** The state of each range of ZIP codes, by their first three digits: `from to STATE`. Ranges that no state has are left out. */
const ZIP_RANGES =
  `005 005 NY, 006 007 PR, 008 008 VI, 009 009 PR, 010 027 MA, 028 029 RI, 030 038 NH, 039 049 ME, 050 054 VT, 055 055 MA,
  056 059 VT, 060 069 CT, 070 089 NJ, 090 098 AE, 100 149 NY, 150 196 PA, 197 199 DE, 200 200 DC, 201 201 VA, 202 205 DC, 206 219 MD,
  220 246 VA, 247 268 WV, 270 289 NC, 290 299 SC, 300 319 GA, 320 339 FL, 340 340 AA, 341 349 FL, 350 369 AL, 370 385 TN, 386 397 MS,
  398 399 GA, 400 427 KY, 430 459 OH, 460 479 IN, 480 499 MI, 500 528 IA, 530 549 WI, 550 567 MN, 569 569 DC, 570 577 SD, 580 588 ND,
  590 599 MT, 600 629 IL, 630 658 MO, 660 679 KS, 680 693 NE, 700 714 LA, 716 729 AR, 730 732 OK, 733 733 TX, 734 749 OK, 750 799 TX,
  800 816 CO, 820 831 WY, 832 838 ID, 840 847 UT, 850 865 AZ, 870 884 NM, 885 885 TX, 889 898 NV, 900 961 CA, 962 966 AP, 967 968 HI,
  970 979 OR, 980 994 WA, 995 999 AK`
    .split(",")
    .map((range) => range.trim().split(" "));

/** ZIP codes of another state than those around them. */
const ZIP_EXCEPTIONS: Readonly<Record<string, string>> = { "06390": "NY", "96799": "AS" };

/** The islands in the Pacific whose ZIP codes begin with 969. */
const PACIFIC = ["GU", "MP", "PW", "FM", "MH"];

/** The states that a ZIP code may belong to. Empty when its first three digits aren't assigned. */
export function statesOfZip(zip: string): readonly string[] {
  const exception = ZIP_EXCEPTIONS[zip.slice(0, 5)];
  if (exception) return [exception];
  const start = zip.slice(0, 3);
  if (start === "969") return PACIFIC;
  const range = ZIP_RANGES.find(([from = "", to = ""]) => from <= start && start <= to);
  return range?.[2] ? [range[2]] : [];
}
