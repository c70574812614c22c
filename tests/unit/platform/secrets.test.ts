import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { withoutSecrets } from "~/platform/log.server";
import { open, seal } from "~/platform/secrets/secrets.server";
import { withMachineFactor } from "../../support/machine-factor.ts";

beforeEach(() => {
  vi.stubEnv("BACKROOM_SECRET_KEY", "a key of this test");
});
afterEach(() => vi.unstubAllEnvs());

test("sealed values are opened, and differ each time", () => {
  const [one, other] = [seal("shpat_secret"), seal("shpat_secret")];
  expect(open(one)).toBe("shpat_secret");
  expect(one).not.toBe(other);
  expect(one).not.toContain("secret");
  expect(open(seal(""))).toBe("");
  expect(open(seal("ü€😀"))).toBe("ü€😀");
});

test("any altered byte is refused", () => {
  const bytes = Buffer.from(seal("shpat_secret").slice("v1:".length), "base64");
  for (let index = 0; index < bytes.length; index += 1) {
    const altered = Buffer.from(bytes);
    altered[index] = (altered[index] ?? 0) ^ 1;
    expect(() => open(`v1:${altered.toString("base64")}`), `byte ${index}`).toThrow();
  }
});

test("a truncated, plain or foreign-key value is refused", () => {
  const sealed = seal("shpat_secret");
  for (const text of ["", "v1:", "shpat_secret", sealed.slice(0, -8), sealed.replace("v1:", "v2:")]) {
    expect(() => open(text), text).toThrow();
  }
  vi.stubEnv("BACKROOM_SECRET_KEY", "another key");
  expect(() => open(sealed)).toThrow();
});

test("without a key nothing is sealed", () => {
  vi.stubEnv("BACKROOM_SECRET_KEY", undefined);
  vi.stubEnv("SHOPIFY_API_SECRET", undefined);
  expect(() => seal("x")).toThrow("BACKROOM_SECRET_KEY");
});

test.each([
  ["an access token", "token shpat_0123456789abcdef is refused", "token [token] is refused"],
  [
    "a session token",
    "Failed to parse 'eyJhbGciOi.eyJzdWIi.c2ln': expired",
    "Failed to parse '[token]': expired",
  ],
  [
    "a personal link",
    "GET /proxy/invitation/5f0c1d2e-3a4b-4c5d-8e6f-7a8b9c0d1e2f.AbC-dEf_GhI0123j failed",
    "GET /proxy/invitation/[link] failed",
  ],
  ["an address", "no mailbox <ann.b+c@mail.x.example>, sorry", "no mailbox <[address]>, sorry"],
  [
    "a failed statement",
    "Failed query: select $1\nparams: Ann,ann@x.example\n    at run (x.js:1)",
    "Failed query: select $1\n    at run (x.js:1)",
  ],
  ["the values at its end", "Failed query: select $1\nparams: Ann\nLee", "Failed query: select $1"],
  ["an address in a URL", "GET /x/ann%40mail.example?by=b@c.example!", "GET /x/[address]?by=[address]!"],
  ["an address with two @ and another behind it", "a@b@c.example_d@e", "[address]_d@e"],
  [
    "what only looks like an address",
    "@ann.example a@b a@.b b.example@c",
    "@ann.example a@b a@.b b.example@c",
  ],
  ["nothing to hide", "relation does not exist", "relation does not exist"],
])("the log keeps no secret: %s", (_what, text, logged) => {
  expect(withoutSecrets(text)).toBe(logged);
});

test("the log keeps one row of a statement with many", () => {
  const rows = Array.from(
    { length: 500 },
    (_, row) => `($${3 * row + 1}, default, $${3 * row + 2}, $${3 * row + 3})`,
  );
  const ids = Array.from({ length: 500 }, (_, index) => `$${index + 1}`).join(", ");
  const returning = 'on conflict do nothing returning "id": could not extend file: No space left on device';
  expect(
    withoutSecrets(`Failed query: insert into "mails" ("id") values ${rows.join(", ")} ${returning}`),
  ).toBe(`Failed query: insert into "mails" ("id") values ($1, default, $2, $3), … ${returning}`);
  expect(withoutSecrets(`Failed query: select 1 where "id" in (${ids})\nparams: 1,2`)).toBe(
    'Failed query: select 1 where "id" in ($1, …)',
  );
});

test("the log takes no longer for each letter of a longer text", {
  timeout: withMachineFactor(1_000),
}, () => {
  for (const text of [
    "a".repeat(20_000),
    "@".repeat(20_000),
    `params:${"\n".repeat(20_000)}`,
    "-eyJ".repeat(40_000),
  ])
    expect(withoutSecrets(`No route matches ${text}`)).toBe(`No route matches ${text}`);
});
