import type { LoadedCredit } from "../credit/copy-credits.ts";
import { CITIES, COURSES, DISTRIBUTORS, NAMES, PARTNERS, SCHOOLS, STREETS } from "./names.ts";
import { RandomSource } from "./random-source.ts";

export type RegistrationStatus = "Pending" | "Approved" | "Disabled";
export type PersonKind = "student" | "staff" | "customer";

/** A generated customer without an id. */
export interface Person {
  kind: PersonKind;
  /** Undefined for customers who didn't register as students or staff. */
  status: RegistrationStatus | undefined;
  firstName: string;
  lastName: string;
  email: string;
  /** In E.164 format. */
  phone: string | undefined;
  tags: string[];
  address: { address1: string; city: string; provinceCode: string; zip: string; countryCode: string };
  metafields: { namespace: "stp" | "profile"; key: string; type: string; value: string }[];
  acceptsEmailMarketing: boolean;
  /** Only with a phone number. */
  acceptsSmsMarketing: boolean;
  amountSpentCents: number;
  ordersCount: number;
  note: string | undefined;
  /** Store credit, oldest first. */
  credits: readonly LoadedCredit[];
  createdAt: Date;
}

export interface PeopleOptions {
  seed: number;
  /** The date of the newest registration. */
  today: Date;
  /** Domain of the generated email addresses. It distinguishes the shops. */
  emailDomain: string;
  /** Percentage of each kind and status. The rest are other customers. */
  distribution?: Distribution;
}

export interface Distribution {
  pendingStudents: number;
  approvedStudents: number;
  disabledStudents: number;
  pendingStaff: number;
  approvedStaff: number;
  disabledStaff: number;
}

const DEFAULT_DISTRIBUTION: Distribution = {
  pendingStudents: 8,
  approvedStudents: 44,
  disabledStudents: 8,
  pendingStaff: 3,
  approvedStaff: 16,
  disabledStaff: 3,
};

const DAY_MS = 24 * 60 * 60 * 1000;
const HISTORY_DAYS = 3 * 365;

/** Generates the customer with this number. The result depends only on the number and the options. */
export function generatePerson(number: number, options: PeopleOptions): Person {
  const random = new RandomSource(options.seed, number);
  const [kind, status] = registration(random, options.distribution ?? DEFAULT_DISTRIBUTION);
  const language = random.pick(NAMES);
  const firstName = random.pick(language.given);
  const lastName = random.pick(language.family);
  const city = random.pick(CITIES[language.country] ?? [["Towson", "MD", "21204"] as const]);
  const createdAt = registeredAt(random, options.today, status);
  const orders = status === "Approved" && random.chance(0.6) ? 1 + random.below(12) : 0;
  const accepts = random.chance(0.55);
  const base = {
    kind,
    status,
    firstName,
    lastName,
    email: `${emailName(firstName, lastName)}.${number}@${random.pick(["mail", "students", "post"])}.${options.emailDomain}`,
    phone: random.chance(0.7) ? phoneNumber(number, options.seed) : undefined,
    address: {
      address1: `${1 + random.below(240)} ${random.pick(STREETS)}`,
      city: city[0],
      provinceCode: city[1],
      zip: city[2],
      countryCode: language.country,
    },
    acceptsEmailMarketing: accepts,
    ordersCount: orders,
    amountSpentCents: orders * (1_900 + random.below(28_000)),
    note: random.chance(0.04) ? 'Asked by phone, "call back",\nsecond line of the note' : undefined,
    createdAt,
  };
  const tags = tagsOf(random, base, number);
  const metafields = metafieldsOf(random, base, number);
  const credits = status === "Approved" ? creditsOf(random, createdAt, options.today) : [];
  // Last, because each choice changes those after it.
  if (random.chance(0.15)) tags.push("AIC");
  const acceptsSmsMarketing = base.phone !== undefined && random.chance(0.3);
  return { ...base, tags: tags.sort(), metafields, credits, acceptsSmsMarketing };
}

function registration(
  random: RandomSource,
  distribution: Distribution,
): [PersonKind, RegistrationStatus | undefined] {
  let left = random.below(100);
  const shares: [number, PersonKind, RegistrationStatus][] = [
    [distribution.pendingStudents, "student", "Pending"],
    [distribution.approvedStudents, "student", "Approved"],
    [distribution.disabledStudents, "student", "Disabled"],
    [distribution.pendingStaff, "staff", "Pending"],
    [distribution.approvedStaff, "staff", "Approved"],
    [distribution.disabledStaff, "staff", "Disabled"],
  ];
  for (const [share, kind, status] of shares) {
    if (left < share) return [kind, status];
    left -= share;
  }
  return ["customer", undefined];
}

/** Pending customers registered in the last 30 days, and others in the last three years, most of them recently. */
function registeredAt(random: RandomSource, today: Date, status: RegistrationStatus | undefined): Date {
  const share = random.below(1_000_000) / 1_000_000;
  const days = status === "Pending" ? share * 30 : share ** 1.4 * HISTORY_DAYS;
  const whole = Math.floor((today.getTime() - days * DAY_MS) / 1000) * 1000;
  return new Date(whole - random.below(3600) * 1000);
}

type Base = Pick<Person, "kind" | "status" | "phone" | "address" | "acceptsEmailMarketing" | "createdAt">;

function tagsOf(random: RandomSource, base: Base, number: number): string[] {
  const tags: string[] = [];
  if (base.status) tags.push(base.status, base.kind === "student" ? "UserType:Student" : "UserType:Staff");
  if (base.kind === "student" && random.chance(0.3))
    tags.push(`discount_limit:${500 * (1 + random.below(19))}`, `amount_spent:${random.below(500)}`);
  if (random.chance(0.25)) tags.push(`as400_id:${400_000 + number}`);
  if (random.chance(0.25)) tags.push(`crm_id:C${100_000 + number}`);
  if (random.chance(0.1)) tags.push(`np:${random.pick(PARTNERS)}`);
  if (base.acceptsEmailMarketing && random.chance(0.2)) tags.push("newsletter");
  return tags;
}

function metafieldsOf(random: RandomSource, base: Base, number: number): Person["metafields"] {
  if (!base.status) return [];
  const start = day(new Date(base.createdAt.getTime() - random.below(200) * DAY_MS));
  const end = day(new Date(base.createdAt.getTime() + (200 + random.below(700)) * DAY_MS));
  const birth = `${1975 + random.below(32)}-${two(1 + random.below(12))}-${two(1 + random.below(28))}`;
  const distributor = random.chance(0.3) ? random.pick(DISTRIBUTORS) : undefined;
  const stp: [string, string | undefined][] = [
    ["start_date", base.kind === "student" ? start : undefined],
    ["end_date", base.kind === "student" ? end : undefined],
    ["school", random.pick(SCHOOLS)],
    ["course", base.kind === "student" ? random.pick(COURSES) : undefined],
    ["state", base.address.provinceCode || undefined],
  ];
  const profile: [string, string | undefined][] = [
    ["crm_id", random.chance(0.25) ? `C${100_000 + number}` : undefined],
    ["as400_id", random.chance(0.25) ? String(400_000 + number) : undefined],
    ["phone", base.phone],
    ["dob", birth],
    ["country", base.address.countryCode],
    ["privacy_policy_consent", "1"],
    ["email_policy_consent", base.acceptsEmailMarketing ? "1" : "0"],
    ["link_distributor", distributor ? `D${1 + random.below(900)}` : undefined],
    ["distributor_name", distributor],
  ];
  return [
    ...stp.flatMap(([key, value]) => (value ? [textMetafield("stp", key, value)] : [])),
    ...profile.flatMap(([key, value]) => (value ? [textMetafield("profile", key, value)] : [])),
  ];
}

/** One in five approved customers has one to three credits. Some have an expiry date in the future. */
function creditsOf(random: RandomSource, createdAt: Date, today: Date): LoadedCredit[] {
  if (!random.chance(0.2)) return [];
  const since = today.getTime() - createdAt.getTime();
  const times = Array.from({ length: 1 + random.below(3) }, () => random.below(1_000) / 1_000).sort(
    (a, b) => a - b,
  );
  return times.map((share) => ({
    cents: 500 * (1 + random.below(40)) + (random.chance(0.2) ? random.below(100) : 0),
    at: new Date(Math.floor((createdAt.getTime() + share * since) / 1000) * 1000),
    expiresAt: random.chance(0.4) ? new Date(today.getTime() + (90 + random.below(600)) * DAY_MS) : null,
  }));
}

/** A customer's metafield. All of them are text, including dates, as in the merchant's stores. */
export function textMetafield(namespace: "stp" | "profile", key: string, value: string) {
  return { namespace, key, type: "single_line_text_field", value };
}

/** Unique within a seed. The area code depends on the seed. */
function phoneNumber(number: number, seed: number): string {
  return `+1${200 + (seed % 800)}${2_000_000 + (number % 7_999_999)}`;
}

/** The local part of the email address. Names without Latin letters become "person". */
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
