import type { LoadedCredit } from "../credit/load.ts";
import { Draws } from "./draws.ts";
import { COURSES, DISTRIBUTORS, NAMES, PARTNERS, SCHOOLS, STREETS, TOWNS } from "./names.ts";

export type RegistrationStatus = "Pending" | "Approved" | "Disabled";
export type PersonKind = "student" | "staff" | "customer";

/** A made-up customer, before it has an id. */
export interface Person {
  kind: PersonKind;
  /** Absent for customers who registered as neither student nor staff. */
  status: RegistrationStatus | undefined;
  firstName: string;
  lastName: string;
  email: string;
  /** E.164, or absent. */
  phone: string | undefined;
  tags: string[];
  address: { address1: string; city: string; provinceCode: string; zip: string; countryCode: string };
  metafields: { namespace: "stp" | "profile"; key: string; type: string; value: string }[];
  acceptsEmailMarketing: boolean;
  amountSpentCents: number;
  ordersCount: number;
  note: string | undefined;
  /** Store credit, oldest first. */
  credits: readonly LoadedCredit[];
  createdAt: Date;
}

export interface PeopleOptions {
  seed: number;
  /** The instant that counts as today: the youngest registration is of this day. */
  today: Date;
  /** Domain of the made-up addresses; tells the shops' people apart. */
  emailDomain: string;
  /** Share of each kind and status in percent; the rest are plain customers. */
  spread?: Spread;
}

export interface Spread {
  pendingStudents: number;
  approvedStudents: number;
  disabledStudents: number;
  pendingStaff: number;
  approvedStaff: number;
  disabledStaff: number;
}

const USUAL_SPREAD: Spread = {
  pendingStudents: 8,
  approvedStudents: 44,
  disabledStudents: 8,
  pendingStaff: 3,
  approvedStaff: 16,
  disabledStaff: 3,
};

const DAY_MS = 24 * 60 * 60 * 1000;
const HISTORY_DAYS = 3 * 365;

/** The made-up customer of this number: the same options and number always give the same person. */
export function person(number: number, options: PeopleOptions): Person {
  const draws = new Draws(options.seed, number);
  const [kind, status] = registration(draws, options.spread ?? USUAL_SPREAD);
  const language = draws.pick(NAMES);
  const firstName = draws.pick(language.given);
  const lastName = draws.pick(language.family);
  const town = draws.pick(TOWNS[language.country] ?? [["Towson", "MD", "21204"] as const]);
  const createdAt = registeredAt(draws, options.today, status);
  const orders = status === "Approved" && draws.chance(0.6) ? 1 + draws.below(12) : 0;
  const accepts = draws.chance(0.55);
  const base = {
    kind,
    status,
    firstName,
    lastName,
    email: `${emailName(firstName, lastName)}.${number}@${draws.pick(["mail", "students", "post"])}.${options.emailDomain}`,
    phone: draws.chance(0.7) ? phoneNumber(number, options.seed) : undefined,
    address: {
      address1: `${1 + draws.below(240)} ${draws.pick(STREETS)}`,
      city: town[0],
      provinceCode: town[1],
      zip: town[2],
      countryCode: language.country,
    },
    acceptsEmailMarketing: accepts,
    ordersCount: orders,
    amountSpentCents: orders * (1_900 + draws.below(28_000)),
    note: draws.chance(0.04) ? 'Asked by phone, "call back",\nsecond line of the note' : undefined,
    createdAt,
  };
  return {
    ...base,
    tags: tagsOf(draws, base, number),
    metafields: metafieldsOf(draws, base, number),
    credits: status === "Approved" ? creditsOf(draws, createdAt, options.today) : [],
  };
}

function registration(draws: Draws, spread: Spread): [PersonKind, RegistrationStatus | undefined] {
  let left = draws.below(100);
  const shares: [number, PersonKind, RegistrationStatus][] = [
    [spread.pendingStudents, "student", "Pending"],
    [spread.approvedStudents, "student", "Approved"],
    [spread.disabledStudents, "student", "Disabled"],
    [spread.pendingStaff, "staff", "Pending"],
    [spread.approvedStaff, "staff", "Approved"],
    [spread.disabledStaff, "staff", "Disabled"],
  ];
  for (const [share, kind, status] of shares) {
    if (left < share) return [kind, status];
    left -= share;
  }
  return ["customer", undefined];
}

/** Those who wait registered lately; the others over three years, more of them lately than long ago. */
function registeredAt(draws: Draws, today: Date, status: RegistrationStatus | undefined): Date {
  const share = draws.below(1_000_000) / 1_000_000;
  const days = status === "Pending" ? share * 30 : share ** 1.4 * HISTORY_DAYS;
  const whole = Math.floor((today.getTime() - days * DAY_MS) / 1000) * 1000;
  return new Date(whole - draws.below(3600) * 1000);
}

type Base = Pick<Person, "kind" | "status" | "phone" | "address" | "acceptsEmailMarketing" | "createdAt">;

function tagsOf(draws: Draws, base: Base, number: number): string[] {
  const tags: string[] = [];
  if (base.status) tags.push(base.status, base.kind === "student" ? "UserType:Student" : "UserType:Staff");
  if (base.kind === "student" && draws.chance(0.3))
    tags.push(`discount_limit:${500 * (1 + draws.below(19))}`, `amount_spent:${draws.below(500)}`);
  if (draws.chance(0.25)) tags.push(`as400_id:${400_000 + number}`);
  if (draws.chance(0.25)) tags.push(`crm_id:C${100_000 + number}`);
  if (draws.chance(0.1)) tags.push(`np:${draws.pick(PARTNERS)}`);
  if (base.acceptsEmailMarketing && draws.chance(0.2)) tags.push("newsletter");
  return tags.sort();
}

function metafieldsOf(draws: Draws, base: Base, number: number): Person["metafields"] {
  if (!base.status) return [];
  const start = day(new Date(base.createdAt.getTime() - draws.below(200) * DAY_MS));
  const end = day(new Date(base.createdAt.getTime() + (200 + draws.below(700)) * DAY_MS));
  const birth = `${1975 + draws.below(32)}-${two(1 + draws.below(12))}-${two(1 + draws.below(28))}`;
  const distributor = draws.chance(0.3) ? draws.pick(DISTRIBUTORS) : undefined;
  const stp: [string, string | undefined][] = [
    ["start_date", base.kind === "student" ? start : undefined],
    ["end_date", base.kind === "student" ? end : undefined],
    ["school", draws.pick(SCHOOLS)],
    ["course", base.kind === "student" ? draws.pick(COURSES) : undefined],
    ["state", base.address.provinceCode || undefined],
  ];
  const profile: [string, string | undefined][] = [
    ["crm_id", draws.chance(0.25) ? `C${100_000 + number}` : undefined],
    ["as400_id", draws.chance(0.25) ? String(400_000 + number) : undefined],
    ["phone", base.phone],
    ["dob", birth],
    ["country", base.address.countryCode],
    ["privacy_policy_consent", "1"],
    ["email_policy_consent", base.acceptsEmailMarketing ? "1" : "0"],
    ["link_distributor", distributor ? `D${1 + draws.below(900)}` : undefined],
    ["distributor_name", distributor],
  ];
  return [
    ...stp.flatMap(([key, value]) => (value ? [metafield("stp", key, value)] : [])),
    ...profile.flatMap(([key, value]) => (value ? [metafield("profile", key, value)] : [])),
  ];
}

/** One in five of the approved has store credit: one to three credits, some of which expire. Nothing has expired by today. */
function creditsOf(draws: Draws, createdAt: Date, today: Date): LoadedCredit[] {
  if (!draws.chance(0.2)) return [];
  const since = today.getTime() - createdAt.getTime();
  const times = Array.from({ length: 1 + draws.below(3) }, () => draws.below(1_000) / 1_000).sort(
    (a, b) => a - b,
  );
  return times.map((share) => ({
    cents: 500 * (1 + draws.below(40)) + (draws.chance(0.2) ? draws.below(100) : 0),
    at: new Date(Math.floor((createdAt.getTime() + share * since) / 1000) * 1000),
    expiresAt: draws.chance(0.4) ? new Date(today.getTime() + (90 + draws.below(600)) * DAY_MS) : null,
  }));
}

/** A customer's metafield. All are text, dates too, as in the stores that the console comes from. */
export function metafield(namespace: "stp" | "profile", key: string, value: string) {
  return { namespace, key, type: "single_line_text_field", value };
}

/** Unique within a seed; the area code keeps the numbers of different seeds apart. */
function phoneNumber(number: number, seed: number): string {
  return `+1${200 + (seed % 800)}${2_000_000 + (number % 7_999_999)}`;
}

/** Names of other scripts have no plain letters: then the address says "person". */
function emailName(firstName: string, lastName: string): string {
  const plain = `${firstName}.${lastName}`
    .normalize("NFD")
    .replace(/ł/g, "l")
    .replace(/Ł/g, "L")
    .replace(/ß/g, "ss")
    .replace(/[đĐ]/g, "d")
    .replace(/ı/g, "i")
    .replace(/[^A-Za-z.]/g, "")
    .replace(/^\.+|\.+$/g, "")
    .toLowerCase();
  return plain || "person";
}

const day = (instant: Date) => instant.toISOString().slice(0, 10);
const two = (value: number) => String(value).padStart(2, "0");
