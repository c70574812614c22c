import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAppDatabase, type TestDatabase } from "../../support/postgres.ts";

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createAppDatabase("folding");
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  // Until the connection has ended: a pool's end doesn't wait for that, and the database's would end it.
  await client.end();
  await database.drop();
});

const mailbox = async (address: string): Promise<string> =>
  (await client.query<{ folded: string }>("SELECT fold_mailbox($1) AS folded", [address])).rows[0]?.folded ??
  "";

type Address = readonly [line1: string, line2: string | null, postalCode: string];
const postal = async (address: Address): Promise<string> =>
  (await client.query<{ folded: string }>("SELECT fold_postal_address($1, $2, $3) AS folded", [...address]))
    .rows[0]?.folded ?? "";

test.each([
  ["Ann@Gmail.com", "a.n.n+1@googlemail.com"],
  ["ann@outlook.com", "ann+promo@outlook.com"],
  ["ann@hotmail.co.uk", "ANN+2@hotmail.co.uk"],
  ["ann@icloud.com", "ann+x@me.com"],
  ["annlee@proton.me", "ann.l-e_e+1@protonmail.com"],
  ["ann@yahoo.com", "ann-shop@yahoo.com"],
])("%s and %s are one mailbox", async (one, other) => {
  expect(await mailbox(one)).toBe(await mailbox(other));
});

test.each([
  ["ann@gmail.com", "anna@gmail.com"],
  ["ann@uni.example", "ann+1@uni.example"],
  ["a.nn@outlook.com", "ann@outlook.com"],
  ["ann@outlook.com", "ann@hotmail.com"],
  ["+1@gmail.com", "+2@gmail.com"],
])("%s and %s are two mailboxes", async (one, other) => {
  expect(await mailbox(one)).not.toBe(await mailbox(other));
});

const MAIN: Address = ["12 Main Street", "Apt 4", "43004"];

test.each<[string, Address]>([
  ["ZIP+4", ["12 Main Street", "Apt 4", "43004-1234"]],
  ["an abbreviation", ["12 MAIN ST.", "Apartment 4", "43004"]],
  ["c/o in the second line", ["12 Main Street, Apt 4", "c/o Bob Miller", "43004"]],
  ["c/o before the apartment", ["12 Main Street c/o Bob Apt 4", null, "43004"]],
  ["c/o first", ["c/o Bob Miller, 12 Main Street", "#4", "43004"]],
  ["a leading zero", ["012 Main Street", "Apt 04", "43004"]],
  ["a Cyrillic letter", ["12 M\u0430in Street", "\u0410pt 4", "43004"]],
  ["accents and spaces", ["12  M\u00e1in  Street", "unit 4", "43004"]],
])("%s makes no other address", async (_how, address) => {
  expect(await postal(address)).toBe(await postal(MAIN));
});

test.each<[string, Address]>([
  ["another apartment", ["12 Main Street", "Apt 5", "43004"]],
  ["no apartment", ["12 Main Street", null, "43004"]],
  ["another house", ["120 Main Street", "Apt 4", "43004"]],
  ["another direction", ["12 N Main Street", "Apt 4", "43004"]],
  ["another postal code", ["12 Main Street", "Apt 4", "43005"]],
  ["another apartment after c/o", ["12 Main Street", "c/o Bob Apt 5", "43004"]],
])("%s is another address", async (_how, address) => {
  expect(await postal(address)).not.toBe(await postal(MAIN));
});
